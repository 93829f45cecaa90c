/** What the draws of a plan amount to, followed from the base outwards. */
import { type Rational, rational } from '../../numerics/index.ts';
import type { CheckedPlan, CheckedTable } from '../checked-plan.ts';
import type { Schema } from '../expressions/columns.ts';
import type { Value } from '../expressions/value.ts';
import { operatorOf, publicSize, tablesOf } from '../lineage.ts';
import type { CheckedTableOf } from '../operators/operator.ts';
import type { Membership } from '../operators/schemes/scheme.ts';
import { HASHES } from '../rate.ts';
import { type SamplingDesign, times } from './chance.ts';

export type TableSampling = Omit<SamplingDesign, 'strata'> & { readonly strata: readonly StratumRates[] };

/** Coins whose rate is that of a column's value; a value that is not listed is left out. */
export interface StratumRates {
  readonly by: string;
  /** The column is still there: another one may bear its name once it is not. */
  readonly shown: boolean;
  readonly rates: readonly { readonly value: Value; readonly rate: Rational }[];
}

export function drawingOf({ input, grouping }: CheckedPlan, size?: number): TableSampling {
  const start = populationOf(size ?? null);
  const drawing = tablesOf(input).reduce((before, table) => after(before, table, size), start);
  return grouping.kind === 'none' ? drawing : someOf(drawing);
}

/** A table that is itself what is asked about. */
const populationOf = (unitsMost: number | null): TableSampling => ({
  drawn: false,
  independent: true,
  rate: rational.one,
  strata: [],
  unitsMost,
});

function after(before: TableSampling, table: CheckedTable, base: number | undefined): TableSampling {
  switch (table.kind) {
    case 'scan':
    case 'derive':
      return before;
    case 'project':
      return { ...before, strata: before.strata.map(one => hiddenUnless(table.schema, one)) };
    case 'perUnit':
      return { ...before, strata: before.strata.map(one => hiddenUnless(table.columns, one)) };
    case 'where':
    case 'unitJoin':
      return someOf(before);
    case 'join':
      return table.keep === 'all' ? before : someOf(before);
    case 'sample':
    case 'part':
      return drawnBy(table, before, publicSize(table.population, base));
  }
}

const hiddenUnless = (schema: Schema, { shown, ...strata }: StratumRates): StratumRates => ({
  ...strata,
  shown: shown && schema.some(({ name }) => name === strata.by),
});

/** Some of the rows, chosen by what they say: not every unit is asked about any more. */
const someOf = ({ share: _, ...others }: TableSampling): TableSampling => others;

function drawnBy(
  table: CheckedTableOf<'sample' | 'part'>,
  before: TableSampling,
  units: number | undefined,
): TableSampling {
  const { membership } = table;
  switch (membership.kind) {
    case 'key':
      return someOf(before);
    case 'first':
      return populationOf(membership.others ? before.unitsMost : fewer(before.unitsMost, Number(membership.size)));
    case 'interval':
      return byCoin(before, rational.ratio(membership.to - membership.from, HASHES));
    case 'strata':
      return byStrata(before, membership);
    case 'smallest':
      return units === undefined
        ? ofSecretSize(before, membership)
        : ofPublicSize(before, units, operatorOf(table).size(table, units) ?? 0);
  }
}

function byCoin({ independent, rate, strata, unitsMost, rounded }: TableSampling, coin: Rational): TableSampling {
  const drawing = { drawn: true, independent, rate: times(rate, coin), strata, unitsMost: part(unitsMost, coin) };
  return rounded === undefined ? drawing : { ...drawing, rounded };
}

function byStrata(
  before: TableSampling,
  { by, thresholds }: Extract<Membership, { readonly kind: 'strata' }>,
): TableSampling {
  const rates = thresholds.map(({ value, threshold }) => ({ value, rate: rational.ratio(threshold, HASHES) }));
  // as many as if all were of the stratum that is drawn most often
  const most = rates.map(({ rate }) => rate).reduce((one, other) => (rational.compare(one, other) < 0 ? other : one));
  const unitsMost = part(before.unitsMost, most);
  return { ...byCoin(before, rational.one), unitsMost, strata: [...before.strata, { by, shown: true, rates }] };
}

function ofSecretSize(
  before: TableSampling,
  membership: Extract<Membership, { readonly kind: 'smallest' }>,
): TableSampling {
  const { number, others } = membership;
  if ('rate' in number) {
    const coin = others ? rational.sub(rational.one, number.rate) : number.rate;
    const rounded = others ? ('up' as const) : ('down' as const);
    const drawing = { ...byCoin(before, coin), independent: false, rounded };
    return before.drawn ? drawing : { ...drawing, share: { rate: number.rate, others } };
  }
  const unitsMost = others ? before.unitsMost : fewer(before.unitsMost, Number(number.size));
  return { drawn: true, independent: false, rate: null, strata: before.strata, unitsMost };
}

/** Some of some of a table are some of it, any set as likely as any other; after coins they are not. */
function ofPublicSize(before: TableSampling, units: number, size: number): TableSampling {
  const drawing = { ...byCoin(before, rational.ratio(BigInt(size), BigInt(units))), independent: false };
  const of = before.drawn ? before.exactly?.of : units;
  return of === undefined ? drawing : { ...drawing, exactly: { size, of } };
}

const fewer = (one: number | null, other: number): number => (one === null ? other : Math.min(one, other));

const part = (units: number | null, { numerator, denominator }: Rational): number | null =>
  units === null ? null : (units * Number(numerator)) / Number(denominator);
