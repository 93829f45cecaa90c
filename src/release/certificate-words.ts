/** What a certificate promises, and what it does not, in words that a lawyer can read. */
import type { Certificate, CertifiedPromise } from './certificate-contents.ts';

type Words = Pick<Certificate, 'says' | 'saysNot'>;
type CertifiedTerms = Pick<Certificate, 'promise' | 'rate' | 'rateFromData' | 'unit' | 'earlier'>;

export const promiseWords = (terms: CertifiedTerms): Words => ({
  says: [
    drawn(terms),
    ...(terms.promise.kind === 'table' ? ofTable(terms, terms.promise) : ofThreshold(terms, terms.promise)),
  ],
  saysNot: [
    ...(terms.promise.kind === 'table' ? notOfTable(terms.promise) : notOfThreshold(terms.promise)),
    ...(terms.rateFromData ? [RATE_FROM_DATA] : []),
    moreSamples(terms),
    STATISTICS,
  ],
});

const unitOf = ({ unit }: Pick<CertifiedTerms, 'unit'>): string => (unit === null ? 'row' : 'person');

const drawn = (terms: CertifiedTerms): string => {
  const unit = unitOf(terms);
  const whole = terms.unit === null ? '' : ' with all of their rows';
  return `Every ${unit} of the table was put into the sample${whole} by a coin of its own, which said yes with probability ${terms.rate}. The coins were tossed once, from the operating system's secret randomness, and the order of the sample is random. What was drawn is published whatever it shows: the program lets nobody see a draw beforehand, and every draw is recorded before it is made.`;
};

type TablePromise = Extract<CertifiedPromise, { kind: 'table' }>;
type ThresholdPromise = Extract<CertifiedPromise, { kind: 'threshold' }>;

function ofTable(terms: CertifiedTerms, { delta, factor, unknownRows }: TablePromise): string[] {
  const unit = unitOf(terms);
  const one =
    unknownRows === 1 ? `any one ${unit}` : `any ${unknownRows} ${unit === 'row' ? 'rows' : 'people'} together`;
  const what = terms.unit === null ? 'the published columns' : 'the published columns of all their rows';
  return [
    `Before the coins were tossed it was computed from the whole table that, with a probability of at least 1 - ${delta}, the sample tells nobody much about ${one}: for somebody who knows everything else in the table, and who sees the sample, no value of ${what} becomes more than ${factor} times as likely as any other value, compared with before.`,
    'The computation is exact. Had the rate not met this promise, nothing would have been drawn.',
  ];
}

function ofThreshold(terms: CertifiedTerms, { epsilon, delta, threshold }: ThresholdPromise): string[] {
  const unit = unitOf(terms);
  return [
    `Every combination of the published columns that fewer than ${threshold} sampled ${unit === 'row' ? 'rows' : 'people'} had was left out.`,
    `This is differential privacy with epsilon ${epsilon} and delta ${atMost(delta)}: whatever the table is, and whatever else is known, adding or removing one ${unit} changes the probability of any published result by a factor of at most e^${epsilon} (at most ${atMost(Math.exp(epsilon))}), apart from a probability of at most ${atMost(delta)}.`,
    'It holds for every table, not for this one alone: the program looked at nothing in the table before the coins were tossed.',
  ];
}

const notOfTable = ({ delta }: TablePromise): string[] => [
  'It is weaker than differential privacy. It was established for this one table, not for every table that might have been in its place: that a table may be published at this rate says itself that no value in it is too rare for it. And epsilon is a factor 1 + epsilon here, not e to the epsilon.',
  `It may fail: with a probability of up to ${delta} the coins fall so that the sample shows more about somebody than promised.`,
  'It does not hide how large the table is: the size of the sample divided by the rate is an estimate of it.',
];

const notOfThreshold = ({ replace }: ThresholdPromise): string[] => [
  `It compares a table with and without one person. For a person whose values are replaced by others, epsilon is ${atMost(replace.epsilon)}.`,
  'It is not a complete sample: combinations that few have are missing, so shares and totals are slightly too small for rare groups.',
];

const RATE_FROM_DATA =
  'The rate was not named beforehand. It was read off the table, as the largest safe one, and rounded down to 1, 2 or 5 at a decimal place. The rate itself therefore tells something about the table, and the promise does not cover that.';

function moreSamples({ earlier, promise }: CertifiedTerms): string {
  const together =
    promise.kind === 'table'
      ? 'what several samples tell together is more than what each promises'
      : 'where those are differentially private too, epsilons and deltas add up';
  const before =
    earlier.length === 0
      ? 'No earlier draw from this table is recorded.'
      : `Earlier draws from this table are recorded and listed here; ${together}.`;
  return `It covers this one sample. ${before} Later ones stand in the same ledger, after the entry named here, with their reasons: sortition release draws lists them. Other publications about the same people add to it.`;
}

/** Four digits, and not below the value. */
export function atMost(value: number): string {
  const short = Number(value.toPrecision(4));
  return String(short >= value ? short : Number((1.001 * value).toPrecision(4)));
}

const STATISTICS =
  'It does not keep anybody from learning about people in general: that smokers fall ill more often can be learned from the sample, and then be believed of a smoker who is not in it.';
