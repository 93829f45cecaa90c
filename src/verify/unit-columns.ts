/** Where every unit is made one row: what is known of its numbers before any row is read. */
import { type Rational, rational } from '../numerics/index.ts';
import { unknown } from './objection.ts';
import { type KnownColumns, known } from './ranges.ts';
import type { RecordedTable, RecordedUnitAggregate } from './recorded.ts';
import { down, most as greatest, type Known, least, type SteppedRange, up } from './spans.ts';

const { one, zero, ratio, mul, div, compare, fromDecimal, negate } = rational;

/** Columns that are kept stay as they are; what is made of a unit's rows is constant in it. */
export const unitColumns = (
  { columns: kept, aggregates }: Extract<RecordedTable, { kind: 'perUnit' }>,
  columns: KnownColumns,
  rows: number,
): KnownColumns =>
  new Map([
    ...kept.map(name => [name, { ...(columns.get(name) ?? {}), perUnit: true }] as const),
    ...aggregates.map(each => [each.name, unitNumber(each, columns, ratio(BigInt(rows)))] as const),
  ]);

/** Up to so many rows of a unit add up to an undeclared sum or number; a declared one ends where the plan says. */
function unitNumber({ kind, of, clamp }: RecordedUnitAggregate, columns: KnownColumns, rows: Rational): Known {
  const value: Known = of === undefined ? { perUnit: true } : known(of, columns);
  const { low, high, step } = value.span ?? { low: zero, high: zero, step: one };
  const worth = (end: Rational, isEnd: boolean): Rational | undefined =>
    isEnd ? end : clamp === null ? mul(rows, end) : undefined;
  switch (kind) {
    case 'count':
    case 'countValues': {
      const least = kind === 'count' ? one : zero;
      return numbered({ low: least, high: clamp === null ? rows : undefined, step: one }, clamp);
    }
    case 'sum':
      return numbered(
        { low: worth(low, compare(low, zero) >= 0), high: worth(high, compare(high, zero) <= 0), step },
        clamp,
      );
    case 'mean':
      return numbered({ low, high, step: div(step, THOUSAND) }, clamp);
    case 'min':
    case 'max':
      return clamp === null ? { ...value, perUnit: true } : numbered({ low, high, step }, clamp);
    default:
      return unknown(`There is no rule for a unit's ${kind}.`);
  }
}

const THOUSAND = ratio(1000n);
const MOST_STEPS = ratio(2n ** 63n - 1n);

/** Without an end where only the clamp has one. */
type Open = { readonly [End in 'low' | 'high']: Rational | undefined } & Pick<SteppedRange, 'step'>;

function numbered({ low, high, step }: Open, clamp: RecordedUnitAggregate['clamp']): Known {
  const most = mul(MOST_STEPS, step);
  const [from, to] =
    clamp === null
      ? [negate(most), most]
      : [greatest(up(fromDecimal(clamp.low), step), negate(most)), least(down(fromDecimal(clamp.high), step), most)];
  const within = (end: Rational): Rational => least(greatest(end, from), to);
  return { span: { low: within(low ?? from), high: within(high ?? to), step }, perUnit: true };
}
