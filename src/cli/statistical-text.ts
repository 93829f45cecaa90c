/** What an exact answer tells, for people: a plain sentence, the numbers beside each other, and what they do not say. */
import {
  type PropertyDelta,
  type PropertyQuery,
  type PropertyVerdict,
  type Sampling,
  samplability,
  type TradeOffRow,
} from '../statistical/index.ts';
import { asGiven, atLeast, atMost } from './digits.ts';
import { table } from './table.ts';

export interface CurveRow {
  readonly epsilon: number;
  readonly delta: PropertyDelta;
}

export interface PropertyResult {
  readonly query: PropertyQuery;
  readonly sampling: Sampling;
  readonly epsilon: number | undefined;
  readonly verdict: PropertyVerdict | undefined;
  readonly curve: readonly CurveRow[] | undefined;
  readonly tradeOff: readonly TradeOffRow[] | undefined;
}

/** A count or a sum over some of the entries. */
export interface EntriesResult {
  readonly answer: 'count' | 'sum';
  readonly title: string;
  readonly entries: number;
  readonly sampling: Sampling;
  readonly epsilon: number | undefined;
  readonly verdict: Verdict | undefined;
  readonly curve: readonly CurveRow[] | undefined;
  readonly tradeOff: readonly TradeOffRow[] | undefined;
}

/** Of sums it may be too close to tell whether sampling helps. */
type Verdict = Omit<PropertyVerdict, 'improves'> & { readonly improves: boolean | null };

export const describeProperty = ({ query, ...result }: PropertyResult): string =>
  describeAnswer({
    ...result,
    entries: query.entries,
    answer: 'count',
    title: `The exact count of a property with probability ${asGiven(query.probability)}`,
  });

export const describeAnswer = ({
  answer,
  title,
  entries,
  sampling,
  epsilon,
  verdict,
  curve,
  tradeOff,
}: EntriesResult) =>
  [
    `${title}, over ${describeSampling(entries, sampling)}.`,
    verdict && epsilon !== undefined
      ? verdictText(verdict, sampling, promiseText(answer, epsilon, verdict.delta.exact))
      : '',
    curve ? curveText(curve) : '',
    tradeOff ? tradeOffText(answer, tradeOff) : '',
    sampling.kind === 'with-replacement' && !samplability('binomial', { repeats: true }).holds ? CONDITION : '',
    MEANING,
  ]
    .filter(part => part !== '')
    .join('\n\n');

export const describeMixed = (entries: number, epsilon: number, delta: number): string =>
  [
    `The exact count of a property over all ${entries} entries, with different probabilities.`,
    promiseText('count', epsilon, delta),
    MEANING,
  ].join('\n\n');

const CONDITION =
  'The theorem assumes that half-lines are the best events, which fails if an entry may be drawn twice: rely on the exact\nvalue.';

const MEANING = [
  'This is statistical privacy: no noise is added, and the attacker knows the distribution of the entries but none of them.',
  'It is weaker than differential privacy and does not compose: a second answer about the same entries is not covered.',
].join('\n');

function describeSampling(entries: number, sampling: Sampling): string {
  switch (sampling.kind) {
    case 'everything':
      return `all ${entries} entries`;
    case 'without-replacement':
      return `${sampling.size} of ${entries} entries, drawn without replacement`;
    case 'with-replacement':
      return `${sampling.size} draws with replacement from ${entries} entries`;
    case 'poisson':
      return `a Poisson sample of ${entries} entries at rate ${asGiven(sampling.rate)}, its size ${sampling.sizePublic ? 'released too' : 'kept secret'}`;
  }
}

function verdictText({ delta, improves, improvesByBound }: Verdict, { kind }: Sampling, sentence: string): string {
  if (kind === 'everything') return sentence;
  const without = `without it, the probability is ${atMost(delta.unsampled)}`;
  const help = improves
    ? `Sampling helps: ${without}${improvesByBound ? '.' : '; the theorem alone does not show it.'}`
    : `${improves === null ? 'Whether sampling helps is too close to tell' : 'Sampling does not help'}: ${without}.`;
  const rows = [
    ['delta', 'at most'],
    ['  all entries', atMost(delta.unsampled)],
    ['  sample, by the theorem', atMost(delta.bound)],
    ['  sample, exactly', atMost(delta.exact)],
  ];
  return `${sentence}\n${help}\n\n${table(rows)}`;
}

const promiseText = (answer: EntriesResult['answer'], epsilon: number, delta: number): string =>
  `The bound of a factor e^${asGiven(epsilon)} on what the ${answer} does to anyone's odds fails with probability at most ${atMost(delta)}.`;

const curveText = (curve: readonly CurveRow[]): string =>
  table([
    ['epsilon', 'all entries', 'by the theorem', 'exactly'],
    ...curve.map(({ epsilon, delta }) => [
      asGiven(Number(epsilon.toPrecision(6))),
      atMost(delta.unsampled),
      atMost(delta.bound),
      atMost(delta.exact),
    ]),
  ]);

const GUESS: Readonly<Record<EntriesResult['answer'], string>> = {
  count:
    'An attacker who guesses from the count whether one entry has the property, with this false positive rate, misses at\nleast this share of the entries that have it.',
  sum: 'An attacker who guesses from the sum which of two values an entry has, with this error rate for one of them, is wrong\nat least this often about the other.',
};

const tradeOffText = (answer: EntriesResult['answer'], rows: readonly TradeOffRow[]): string =>
  `${GUESS[answer]}\n\n${table([
    ['false positives', 'all entries', 'by the theorem', 'exactly'],
    ...rows.map(({ falsePositiveRate, falseNegativeRate: { unsampled, bound, exact } }) => [
      asGiven(falsePositiveRate),
      atLeast(unsampled),
      bound === null ? '' : atLeast(bound),
      atLeast(exact),
    ]),
  ])}`;
