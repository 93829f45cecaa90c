/** A recorded scheme as the prices know it, at the rate that its hashes come to, and how many units it leaves of a public number. */
import { type Rational, rational } from '../numerics/index.ts';
import { unknown } from './objection.ts';
import type { DrawOperator } from './prices.ts';
import type { KnownColumns } from './ranges.ts';
import type { RecordedPart, RecordedSample, RecordedScheme } from './recorded.ts';

type RecordedDraw = RecordedSample | RecordedPart;

/** Hashes below the threshold are inside: floor(rate·2^64) of 2^64. */
const HASHES = 2n ** 64n;
const threshold = ({ numerator, denominator }: Rational): bigint => (numerator * HASHES) / denominator;
const rateIn = (text = '1'): Rational => rational.fromDecimal(text);
const realised = (text: string): Rational => rational.ratio(threshold(rateIn(text)), HASHES);

export function operatorOf(
  table: RecordedDraw,
  scheme: RecordedScheme,
  { units: of, columns }: { readonly units: bigint | null; readonly columns: KnownColumns },
): DrawOperator {
  const size = BigInt(scheme.size ?? 0);
  const isSplit = table.kind === 'part';
  switch (scheme.kind) {
    case 'bernoulli':
      return { kind: 'bernoulli', rate: realised(scheme.rate ?? '1') };
    case 'stratified': {
      const rates = (scheme.rates ?? []).map(({ rate }) => realised(rate));
      const most = rates.reduce((a, b) => (rational.compare(b, a) > 0 ? b : a), rational.zero);
      // whoever is in none of the strata is drawn at rate 0
      return { kind: 'stratified', least: rational.zero, most };
    }
    case 'fixed-size':
      return { kind: isSplit ? 'fixed-size-split' : 'fixed-size', size, of };
    case 'fraction':
      return isSplit
        ? { kind: 'fraction-split', rate: rateIn(scheme.rate) }
        : { kind: 'fraction', rate: rateIn(scheme.rate), of };
    case 'take':
    case 'skip':
      return { kind: scheme.kind };
    case 'take-skip':
      return { kind: 'take-skip-split' };
    case 'key':
      return { kind: 'key-split', isConstant: columns.get(scheme.by ?? '')?.perUnit ?? false };
    case 'random':
      return { kind: 'random-split', rates: intervals(scheme) };
    default:
      return unknown(`There is no rule for a draw of kind ${scheme.kind}.`);
  }
}

/** Part j holds the hashes of the j-th interval. */
function intervals({ parts = [] }: RecordedScheme): ReadonlyMap<string, Rational> {
  let before = rational.zero;
  return new Map(
    parts.map(({ name, rate }) => {
      const from = threshold(before);
      before = rational.add(before, rateIn(rate));
      return [name, rational.ratio(threshold(before) - from, HASHES)];
    }),
  );
}

/** How many units a draw leaves of a public number; a table that may be empty has none that is public. */
export function unitsLeft(
  table: RecordedDraw,
  { kind, size: given, rate }: RecordedScheme,
  units: bigint | null,
): bigint | null {
  if (units === null) return null;
  const size = BigInt(given ?? 0);
  const met = size < units ? size : units;
  const part = table.kind === 'part' ? table.part : kind === 'skip' ? 'rest' : 'first';
  const first = kind === 'fraction' ? (rateIn(rate).numerator * units) / rateIn(rate).denominator : met;
  if (!['fixed-size', 'fraction', 'take', 'skip', 'take-skip'].includes(kind)) return null;
  const left = part === 'rest' ? units - first : first;
  return left >= 1n ? left : null;
}
