/** What a report says beside its numbers: how to read them, what they cost, and what is promised to whom. Plain text, no markup. */
import { amounts } from '../../amounts/index.ts';
import type { Column, ProtectedTable } from '../../source/index.ts';
import { invariant } from '../../vocabulary/index.ts';
import { describeLeft, describeSpent } from '../answer-text.ts';
import { asGiven, atMost } from '../digits.ts';
import { printable } from '../estimate-text.ts';
import { type AskedReport, RUNS_MAX } from './asked-report.ts';
import type { ReportLimit } from './report-file.ts';

/** How the numbers are read. */
export function readingWords({ sample, questions }: AskedReport): readonly string[] {
  const ranked = questions.some(({ values }) => values.some(value => value.ranked));
  const drawn = sample !== null && sample.chosen !== true;
  return [
    `Every number is an estimate: the value from ${drawn ? 'a random sample of the data' : 'the data'} plus random noise that hides each person. A count can even be negative. Do not correct this before you add estimates up.`,
    `“95 % interval” means: in 95 of 100 such reports, the interval contains the value that the data would give without noise${drawn ? ' and for everyone, not just for the sample' : ''}. It covers ${drawn ? 'noise and sampling' : 'the noise'}, not the limits listed under “What was limited”.`,
    '“Too few to tell” means that the group is smaller than the noise. It may be empty.',
    ...(ranked ? [RANKED] : []),
    ...strataWords(sample),
  ];
}

const RANKED =
  '“Rank error at most 40” means: the value shown is at most 40 rows away from the exact median or other quantile, in 95 of 100 such reports.';

const strataWords = (sample: AskedReport['sample']): string[] =>
  (sample?.strata ?? []).map(
    ({ by, values }) =>
      `The estimates are for those whose ${printable(by)} is ${values.map(printable).join(' or ')}; nobody else was sampled.`,
  );

/** What was paid, what is left, and for how long. */
export const costWords = ({ charged, remaining, recorded, runsLeft, entry }: AskedReport): readonly string[] => [
  recorded
    ? `These are the recorded numbers of this report on the same state of the data (ledger entry ${entry}). Showing them again cost nothing.`
    : `This report was charged ${describeSpent(charged)}, all questions together (ledger entry ${entry}).`,
  `${capital(describeLeft(remaining))} is left of the budget.`,
  runsWords(runsLeft),
];

export function runsWords(runs: number): string {
  const rule = 'Each new state of the data is charged; the same state is free.';
  if (runs === 0) return `${rule} The budget does not hold another run at this price.`;
  const many = runs >= RUNS_MAX ? `${RUNS_MAX.toLocaleString('en-US')} more runs or more` : plural(runs, 'more run');
  return `${rule} The budget holds ${many} at this price.`;
}

const plural = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Who is protected, and from what. */
export function privacyWords(asked: AskedReport): readonly string[] {
  const { report, budget, policy, sample } = asked;
  const table = tableOf(asked);
  return [
    whoWords(table),
    ...(sample === null ? limitWords(report.limit, table) : [SAMPLED]),
    `All answers under this policy together, this report included, stay within its budget of ${describeSpent({ epsilon: budget.epsilon, delta: budget.delta })}${policy.concentrated === undefined ? '' : ', counted by concentrated differential privacy'}${budget.epsilon === null ? '' : `: ${oddsWords('they change', budget.epsilon, budget.delta, table)}`}.`,
    'This holds whatever else a reader knows, and whatever becomes of the report. It does not keep anyone from drawing conclusions about people in general.',
  ];
}

/** What a report from a sample costs depends on what else was asked there: one number for it alone would be misread. */
const SAMPLED =
  'This report asks a sample or part of the data. Answers from it are counted together, so that the promise is about all answers, not about this report alone.';

function whoWords({ unit, key, neighbours }: ProtectedTable): string {
  const who =
    unit !== undefined
      ? `everyone who has a row, with all their rows (one person is one value of the column ${printable(unit)})`
      : `every row of its own${key === undefined ? '' : ` (one row is one value of the column ${printable(key)})`}: each row is taken to be another person`;
  const hidden =
    neighbours === 'add-remove'
      ? 'Even whether somebody is in the data at all is hidden.'
      : 'What the rows of a person say is hidden; how many people there are is not.';
  return `Protected: ${who}. ${hidden}`;
}

function limitWords({ epsilon, delta, rho }: ReportLimit, table: ProtectedTable): readonly string[] {
  if (rho !== undefined)
    return [
      `Rho is at most ${asGiven(Number(rho))} (zero-concentrated differential privacy): the smaller it is, the less the report can change what a reader believes about anyone.`,
    ];
  const shown = asGiven(Number(delta));
  return [
    `Epsilon is at most ${asGiven(Number(epsilon))}: ${oddsWords('seeing this report changes', Number(epsilon), Number(delta), table)}.`,
    ...(Number(delta) === 0
      ? []
      : [
          `Delta is at most ${shown}: beyond that factor, the probability of anything in this report may depend on one person by at most ${shown}${oneIn(delta)}.`,
        ]),
  ];
}

const oddsWords = (changes: string, epsilon: number, delta: number, { neighbours }: ProtectedTable): string => {
  const between =
    neighbours === 'add-remove'
      ? 'that a person with given rows is in the data rather than not in it'
      : 'that a person has some given rows rather than any others';
  return `${changes} the odds ${between} by a factor of at most ${oddsFactor(epsilon)}${delta === 0 ? '' : ', but for delta'}`;
};

/**
 * What epsilon means for whoever reads an answer.
 *   Says     posterior odds of two neighbouring tables are at most exp(ε) times their prior odds, whatever was released, where δ is 0
 *   Assumes  all that was released costs the table (ε, 0) under its kind of neighbours
 *   Rounds   up, to six digits
 *   Source   [Vadhan17] Definition 1.4, by Bayes' rule
 */
export function oddsFactor(epsilon: number): string {
  // the exponential of the system is right to far more digits than are shown
  const factor = Math.exp(epsilon) * (1 + 1e-9);
  return Number.isFinite(factor) ? atMost(factor) : 'any size: an epsilon this large protects nobody';
}

/** Rounded down, so that what is said is no less than delta. */
function oneIn(delta: string): string {
  const { numerator, denominator } = amounts.written(delta);
  const times = denominator / numerator;
  return times < 10n ? '' : ` (one in ${times.toLocaleString('en-US')})`;
}

/** What the policy does to the data before anything is computed. */
export function limitedWords(asked: AskedReport): readonly string[] {
  const { unit, rowsPerUnit, rowsPerGroup, columns } = tableOf(asked);
  return [
    ...(unit === undefined
      ? []
      : [
          `At most ${plural(rowsPerUnit, 'row')} of a person count: a person with more counts as much as one with ${rowsPerUnit}.`,
        ]),
    ...(rowsPerGroup === undefined
      ? []
      : [`At most ${plural(rowsPerGroup, 'row')} of a person count in one group of a table.`]),
    ...Object.entries(columns)
      .filter(([name]) => asked.columns.has(name))
      .flatMap(([name, column]) => columnWords(printable(name), column)),
  ];
}

function columnWords(name: string, column: Column): string[] {
  if (column.type === 'category')
    return [`Values of ${name} other than ${listed(column.values)} count as missing (null).`];
  if (!('bounds' in column) || column.bounds === undefined) return [];
  const { min, max } = column.bounds;
  return [`Values of ${name} below ${min.text} count as ${min.text}, those above ${max.text} as ${max.text}.`];
}

/** Who reads more than a few? */
const LISTED = 12;

const listed = (values: readonly string[]): string =>
  [
    ...values.slice(0, LISTED).map(printable),
    ...(values.length > LISTED ? [`${values.length - LISTED} more that the policy lists`] : []),
  ].join(', ');

function tableOf({ policy, table }: Pick<AskedReport, 'policy' | 'table'>): ProtectedTable {
  const found = policy.tables[table];
  invariant(!found.public, 'a report asks a protected table');
  return found;
}

/** Which data, in one line. */
export const dataWords = ({ table, policy, sample }: AskedReport): string =>
  [
    `Table ${printable(table)}`,
    ...(policy.source.version === undefined ? [] : [`version ${printable(policy.source.version)}`]),
    ...(sample === null ? ['everyone'] : [sampleWords(sample)]),
  ].join(', ');

function sampleWords({ name, scheme, rate, part }: NonNullable<AskedReport['sample']>): string {
  if (part !== undefined) return `the part ${printable(String(part))} of a ${scheme}`;
  const size = rate === null ? '' : `${asGiven(Number((100 * rate).toPrecision(6)))} % `;
  return `a ${size}${scheme} sample${name === null ? '' : ` named ${printable(name)}`}`;
}
