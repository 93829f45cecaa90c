/** An audit for the person who must decide: the verdict first, then the numbers behind it, then what would help. */
import type { Audit, NamedRow } from '../release/index.ts';
import { commandWord } from './command-word.ts';
import { asGiven, atLeast, atMost } from './digits.ts';
import { printable } from './estimate-text.ts';
import { table } from './table.ts';

export interface AuditFlags {
  readonly columns: readonly string[];
  readonly epsilon: string;
  readonly delta: number;
}

export const describeAudit = (found: Audit, asked: AuditFlags): string =>
  [
    verdictText(found),
    'For the custodian only: this shows raw counts. Nothing here may be published.',
    ratesText(found, asked),
    valuesText(found),
    worstText(found),
    suggestionsText(found),
    recodingText(found, asked),
    MEANING,
  ]
    .filter(part => part !== '')
    .join('\n\n');

const MEANING = [
  'The guarantee: with probability at least 1 - delta over the draw, the sample changes odds about an unknown record by a',
  'factor of at most 1 + epsilon. It holds for this table and one draw, published whatever it shows. It is weaker than',
  'differential privacy: a neighbouring table with a rarer value may have no such guarantee.',
].join('\n');

function verdictText({ verdict, reason, rate, rateFromData }: Audit): string {
  if (verdict === 'unsafe') return `UNSAFE. ${reason}`;
  const derived = rateFromData
    ? `\nRate ${asGiven(rate)} was chosen from the data and rounded down to the public grid 1, 2, 5, so it reveals something about the data. It is better to name a rate in advance and check it with --rate.`
    : '';
  return `SAFE at rate ${asGiven(rate)}. ${reason}${derived}`;
}

const ratesText = ({ exactRate, theoremRate, rate, deltaAtRate }: Audit, { epsilon, delta }: AuditFlags): string =>
  [
    `Rates for epsilon ${epsilon} and delta ${asGiven(delta)}`,
    table([
      ['  largest safe rate (exact)', atLeast(exactRate)],
      ['  rate allowed by the theorem (Chaudhuri and Mishra 2006)', atLeast(theoremRate)],
      [`  delta at rate ${asGiven(rate)}`, atMost(deltaAtRate)],
    ]),
  ].join('\n');

function valuesText(found: Audit): string {
  const { rows, distinct, rare, infrequent, common, anonymity, unique, rate, correctMatch, sampleUniques } = found;
  return [
    table([
      ['rows', String(rows)],
      ['distinct combinations', String(distinct)],
      ['  rare', String(rare)],
      ['  infrequent', String(infrequent)],
      ['  common', String(common)],
      ['  unique', String(unique)],
      ['k-anonymity of the table (k)', String(anonymity)],
      [`sample uniques at rate ${asGiven(rate)}, expected share of the sample`, atMost(sampleUniques)],
      [
        `probability that a unique match at rate ${asGiven(rate)} is correct (DIS; Skinner and Elliot 2002)`,
        atMost(correctMatch),
      ],
    ]),
    TERMS,
  ].join('\n');
}

const TERMS = [
  'Combination: one value of each column. Rare: at most 2 ln(2 distinct/delta)/epsilon rows; common: at least',
  '12 ln(2 distinct/delta)/rate rows (Chaudhuri and Mishra 2006). Unique: one row. k: the rows of the rarest combination.',
  'Sample unique: alone in the sample with its combination. Unique match: the only row of the sample that fits a known person.',
].join('\n');

function worstText({ worst, exactRate }: Audit): string {
  // less than that is how exactly rates are found
  const cost = (rate: number): number => (rate >= 1e-9 * exactRate ? rate : 0);
  const rows = worst.map(({ value, count, costsRate }) => [
    `  ${valueText(value)}`,
    String(count),
    atLeast(cost(costsRate)),
  ]);
  return `Riskiest combinations, and how much the largest safe rate would rise if each were merged with common ones\n${table([['  combination', 'rows', 'costs rate'], ...rows])}`;
}

/** A value in one line, all rows of a person where there are several. It comes from the data: a terminal obeys nothing of it. */
export const valueText = (value: NamedRow | readonly NamedRow[]): string =>
  [value]
    .flat()
    .map(row =>
      Object.values(row as NamedRow)
        .map(cell => (cell === null ? 'null' : printable(cell)))
        .join(', '),
    )
    .join(' | ')
    .slice(0, VALUE_LENGTH);

const VALUE_LENGTH = 60;

function suggestionsText({ suggestions, exactRate: before }: Audit): string {
  if (suggestions.length === 0) return '';
  const rows = suggestions.map(({ column, rule, exactRate, distinct }) => [
    `  ${rule === 'leave out' ? `leave out ${printable(column)}` : `--coarsen ${commandWord(`${column}=${rule}`)}`}`,
    atLeast(exactRate),
    `${atLeast(Number((exactRate / before).toPrecision(2)))} times`,
    String(distinct),
  ]);
  return `What recoding would gain. Choose rules from public knowledge: a rule chosen because it helps reveals something about the data.\n${table([['  rule', 'largest safe rate', 'gain', 'combinations'], ...rows])}`;
}

function recodingText({ recoding, rate }: Audit, { columns }: AuditFlags): string {
  if (recoding === null) return '';
  const leftOut = columns.filter(column => !recoding.columns.includes(column));
  return [
    `Together, these would make rate ${asGiven(rate)} safe (largest safe rate ${atLeast(recoding.exactRate)}, ${recoding.distinct} combinations):`,
    `  --columns ${commandWord(recoding.columns.join(','))}${recoding.coarsen === '' ? '' : ` --coarsen ${commandWord(recoding.coarsen)}`}`,
    ...(leftOut.length === 0 ? [] : [`  (without ${leftOut.map(printable).join(', ')})`]),
  ].join('\n');
}
