/** Values of an answer for people: no more digits than the noise leaves, and nothing that a terminal would obey. */
import type { AnswerRow, Estimate, ReleasedValue, UnboundedEstimate, Withheld } from '../answer.ts';
import { invariant } from '../vocabulary/index.ts';
import { asGiven, atLeast, atMost } from './digits.ts';

type Key = AnswerRow['key'][string];
/** SQL has neither histograms nor bounds: whatever it asks for is one number. */
export type Single = Exclude<ReleasedValue, { readonly bins: unknown } | { readonly threshold: unknown }>;

export function single(released: ReleasedValue): Single {
  invariant('estimate' in released, 'every value that SQL asks for is a single number');
  return released;
}

/** The estimate, and how far it may be off in 19 of 20 cases. */
export function describeEstimate(released: Single): [estimate: string, interval: string] {
  if (released.estimate === null) return describeWithheld(released);
  if ('rankError95' in released) return [describeQuantile(released.estimate), describeRankError(released.rankError95)];
  if (released.interval95 === null) return describeUnbounded(released);
  const [low, high] = released.interval95;
  // where noise is no longer seen, every digit is true
  if (released.standardError === 0) return [asGiven(released.estimate), `${asGiven(low)} to ${asGiven(high)}`];
  const digits = Number.isInteger(released.estimate) && isCoarse(released) ? 0 : decimalsFor(released.standardError);
  return [grouped(released.estimate, digits), `${grouped(low, digits)} to ${grouped(high, digits)}`];
}

/** Ends that are no whole numbers say nothing where the estimate is one and noise is larger. */
const isCoarse = ({ standardError, interval95 }: Estimate): boolean =>
  standardError >= 0.5 || interval95.every(Number.isInteger);

const describeQuantile = (estimate: number | string): string =>
  typeof estimate === 'string' ? estimate : asGiven(estimate);

/** A divisor may be zero, or a quantile is in it. */
function describeUnbounded({
  estimate,
  standardError,
  reason,
}: UnboundedEstimate): [estimate: string, interval: string] {
  const shown =
    standardError === null || standardError === 0 ? asGiven(estimate) : grouped(estimate, decimalsFor(standardError));
  return [shown, reason === undefined ? 'no interval: computed from a quantile' : 'unbounded: it may divide by zero'];
}

function describeWithheld({ reason, interval95 }: Withheld): [estimate: string, interval: string] {
  if (reason === 'not_drawn') return ['not drawn', 'this group is not in the sample'];
  const told = reason === 'undefined' ? 'undefined' : 'too few to tell';
  if (interval95 === null) return [told, ''];
  const [low, high] = interval95;
  return [told, `${shortened(low, atLeast)} to ${shortened(high, atMost)}`];
}

/** Bounds of the policy as they were given; roots of them have more digits than anybody reads. */
const shortened = (end: number, rounded: (end: number) => string): string =>
  asGiven(end).length <= 12 ? asGiven(end) : rounded(end);

const describeRankError = (rows: number | null): string =>
  rows === null ? 'rank error depends on the number of rows' : `rank error at most ${grouped(rows, 0)}`;

/** Two digits of the standard error: those behind are noise. */
const decimalsFor = (standardError: number): number =>
  Number.isFinite(standardError) ? Math.min(10, Math.max(0, 1 - Math.floor(Math.log10(standardError)))) : 0;

const grouped = (value: number, digits: number): string =>
  value
    .toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    // what rounds to zero has no sign
    .replace(/^-(?=[0.]+$)/, '');

/** Keys may come from the data: control characters are shown as what they are. */
export const describeKey = (key: Key): string => (key === null ? '(null)' : printable(String(key)));

export const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    character => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`,
  );
