/** An answer for people: a table of keys, estimates and 95 % intervals, what was charged, and what is left. */
import type { Answered } from '../answer.ts';
import type { PrintedLoss } from '../vocabulary/index.ts';
import type { AnswerColumns } from './answer-columns.ts';
import { asGiven, atLeast, atMost } from './digits.ts';
import { describeEstimate, describeKey, printable, single } from './estimate-text.ts';
import { table } from './table.ts';

export function describeAnswer({ rows, ...paid }: Answered, { keys, values, filtered }: AnswerColumns): string {
  const header = [...keys, ...values.flatMap(({ name }) => [name, '95 % interval'])].map(printable);
  const lines = rows.map(row => [
    ...keys.map(name => describeKey(row.key[name])),
    ...values.flatMap(({ name }) => describeEstimate(single(row.values[name]))),
  ]);
  const none = filtered ? 'No group is left after HAVING and LIMIT.' : 'No group is large enough to be shown.';
  const shown = rows.length === 0 ? none : table([header, ...lines]);
  const covered = paid.sample === null || paid.sample.chosen ? 'the noise' : 'noise and sampling';
  return [
    `${shown}\n`,
    describeCharge(paid),
    `The intervals cover ${covered}, not the bias from clamping and contribution bounds.`,
    ...describeStrata(paid),
  ].join('\n');
}

/** Whoever is in no stratum that was drawn is in no estimate either. */
const describeStrata = ({ sample }: Pick<Answered, 'sample'>): string[] =>
  (sample?.strata ?? []).map(
    ({ by, values }) =>
      `The estimates are for those whose ${printable(by)} is ${values.map(printable).join(' or ')}; nobody else was sampled.`,
  );

type Paid = Pick<Answered, 'charged' | 'inner' | 'remaining' | 'recorded' | 'sample'>;

function describeCharge(paid: Paid): string {
  const { charged, remaining, recorded } = paid;
  const left = `${describeLeft(remaining)} is left of the budget`;
  return recorded
    ? `This is the recorded answer to the same question, at no charge (--fresh pays for new noise); ${left}.`
    : `Charged ${describeSpent(charged)}${inside(paid)}; ${left}.`;
}

/** What was spent inside a sample or part, of which the charge is what it costs the base. */
function inside({ charged, inner, sample }: Paid): string {
  if (sample === null) return '';
  const spent = describeSpent(inner);
  if ('part' in sample) return ` (${spent} inside the part ${printable(String(sample.part))})`;
  const amplified = (charged.epsilon ?? 0) < (inner.epsilon ?? 0) ? ', amplified by sampling' : '';
  return ` (${spent} inside the sample${sample.name === null ? '' : ` ${printable(sample.name)}`}${amplified})`;
}

/** What was spent: as it was given where that is short, else rounded up. A delta of zero is not worth a word. */
export const describeSpent = (spent: PrintedLoss): string => describe(spent, atMost);

/** What is left: as it is where that is short, else rounded down. */
export const describeLeft = (left: PrintedLoss): string => describe(left, atLeast);

const describe = ({ epsilon, delta, rho }: PrintedLoss, brief: (amount: number) => string): string => {
  const shown = (amount: number): string => (asGiven(amount).length <= SHORT ? asGiven(amount) : brief(amount));
  const components = [
    ...(epsilon === null ? [] : [`epsilon ${shown(epsilon)}`]),
    ...(rho === undefined ? [] : [`rho ${shown(rho)}`]),
    ...(delta === 0 ? [] : [`delta ${shown(delta)}`]),
  ];
  return components.join(', ');
};

/** Characters that one reads at a glance. */
const SHORT = 10;
