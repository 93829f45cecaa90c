/** The accountant's answers for people: a table of bounds and one plain sentence for each question. */
import type { Answer, Ask, Specification, Step } from '../accounting/index.ts';
import { up } from '../numerics/index.ts';
import { asGiven, atLeast, atMost } from './digits.ts';
import { table } from './table.ts';

const NEIGHBOURS = {
  'add-remove': 'one person added or removed',
  'replace-one': 'one person replaced',
  add: 'one person added',
  remove: 'one person removed',
} as const satisfies Record<Specification['relation'], string>;

export function describeWorkload(name: string, { relation, steps }: Specification): string {
  const lines = steps.slice(0, STEPS_SHOWN).map(describeStep);
  if (steps.length > STEPS_SHOWN) lines.push(`and ${steps.length - STEPS_SHOWN} more steps`);
  return [`${name}: ${NEIGHBOURS[relation]}`, ...lines.map(line => `  ${line}`)].join('\n');
}

const STEPS_SHOWN = 10;

function describeStep({ mechanism, sampling, count }: Step): string {
  const sampled = sampling.kind === 'none' ? '' : ` on ${describeKind(sampling)}`;
  return `${count} x ${describeKind(mechanism)}${sampled}`;
}

/** `gaussian (noiseMultiplier 1)`: the kind and what was given; lists by their length, what is 1 by default not at all. */
function describeKind({ kind, ...parameters }: { kind: string }): string {
  const shown = Object.entries(parameters)
    .filter(([name, value]) => !(name === 'sensitivity' && value === 1))
    .map(([name, value]) => `${name} ${Array.isArray(value) ? `of ${value.length}` : asGiven(Number(value))}`);
  return shown.length === 0 ? kind : `${kind} (${shown.join(', ')})`;
}

export function describeAnswers({ ask, steps: [first] }: Specification, answers: readonly Answer[]): string {
  const asked = [ask].flat();
  const rows = answers.flatMap((answer, index) => rowsOf(asked[index], answer, first));
  const sentences = new Set(answers.map((answer, index) => sentenceOf(asked[index], answer, first)));
  return `${table([['question', 'at least', 'at most', 'status'], ...rows])}\n\n${[...sentences].join('\n')}`;
}

type Row = [question: string, lower: string, upper: string, status: string];

function rowsOf(ask: Ask, answer: Answer, first: Step): Row[] {
  if ('epsilon' in answer) return [row(`epsilon at delta ${given(ask)}`, answer.epsilon)];
  if ('delta' in answer) return [row(`delta at epsilon ${given(ask)}`, answer.delta)];
  if ('noise' in answer) return [row(turnsParameter(first) ? 'largest parameter' : 'least noise', answer.noise)];
  if ('rate' in answer) return [row('largest rate', answer.rate)];
  if ('renyi' in answer)
    return answer.renyi.map(({ order, upper }) =>
      row(`Renyi divergence of order ${asGiven(order)}`, { lower: null, upper }),
    );
  return answer.tradeOff.map(({ falsePositiveRate, falseNegativeRate }) =>
    row(`missed at false positive rate ${asGiven(falsePositiveRate)}`, falseNegativeRate),
  );
}

interface Bounds {
  readonly lower: number | null;
  readonly upper: number | null;
  readonly status?: string;
}

const row = (question: string, { lower, upper, status = '' }: Bounds): Row => [
  question,
  lower === null ? '' : atLeast(lower),
  atMost(upper),
  status,
];

/** The one number of a question that has one. */
function given(ask: Ask): string {
  if ('epsilonAt' in ask) return asGiven(ask.epsilonAt.delta);
  return 'deltaAt' in ask ? asGiven(ask.deltaAt.epsilon) : '';
}

function sentenceOf(ask: Ask, answer: Answer, first: Step): string {
  if ('epsilon' in answer) return epsilonSentence(given(ask), answer.epsilon.upper);
  if ('delta' in answer)
    return `The bound of a factor e^${given(ask)} on anyone's odds fails with probability at most ${atMost(answer.delta.upper)}.`;
  if ('noise' in answer)
    return turnsParameter(first)
      ? upTo('A parameter', answer.noise)
      : `Noise of ${atMost(answer.noise.upper)} is enough; less than ${atLeast(answer.noise.lower)} is not.`;
  if ('rate' in answer) return upTo('A sampling rate', answer.rate);
  if ('renyi' in answer)
    return 'These are upper bounds on the Renyi divergence; epsilon at a delta is the stronger statement.';
  return 'An attacker who guesses from the answers whether one person took part, with this false positive rate, misses at least this share.';
}

/** The discrete Laplace distribution is given by the inverse of its scale: the larger, the less noise. */
const turnsParameter = ({ mechanism }: Step): boolean => mechanism.kind === 'discrete-laplace';

const upTo = (what: string, { lower, upper }: Bounds): string =>
  `${what} of ${atLeast(lower)} is enough; more than ${atMost(upper)} is too much.`;

function epsilonSentence(delta: string, upper: number | null): string {
  if (upper === null) return `No epsilon can be guaranteed at delta ${delta}.`;
  const except = delta === '0' ? 'Always' : `Except with probability ${delta}`;
  return `${except}, all answers together move anyone's odds about one person by at most a factor of e^epsilon = ${atMost(up.exp(upper))}.`;
}
