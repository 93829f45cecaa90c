/** How a charge came about, operator by operator from the base outwards, each price with the theorem that it rests on. */

import { theoremOf } from '../accounting/index.ts';
import type { Derivation as Derived, Increments } from '../accounting/tree/index.ts';
import type { Spending } from '../amounts/index.ts';
import { type Amount, amounts } from '../amounts/index.ts';
import { noiseFor, surelyShown } from '../noise/index.ts';
import { rational, toNumber } from '../numerics/index.ts';
import { type PricedMechanism, questionCost, theoremOfMechanism } from '../plan/costs/index.ts';
import { type CheckedPlan, type CheckedTable, releasedScalar, tablesOf } from '../plan/index.ts';
import { thresholdOf } from './selection.ts';
import type { CheckedWorkload } from './workload.ts';

/** What one step charges to its input, for add-remove and replace-one neighbours. */
export interface DerivationStep {
  readonly operator: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  /** Its name in the reference of theorems. */
  readonly theorem: string;
  /** Null where the question has a rho instead. */
  readonly epsilon: number | null;
  readonly replace: number | null;
  readonly delta: number;
  readonly rho?: number;
}

export function derivationSteps(
  { plans, whole }: CheckedWorkload,
  { steps }: Increments,
  mechanisms: readonly (readonly PricedMechanism[])[],
): readonly DerivationStep[] {
  const rho = rhoOf(mechanisms.flat());
  const tables = tablesOf(whole.input).map((table, place) => {
    const { derivation, ...cost } = steps[place];
    return {
      ...nameOf(table),
      theorem: theoremOfStep(derivation),
      ...(rho === undefined ? printedCost(cost) : printedRho(rho)),
    };
  });
  const asked = plans.flatMap((plan, i) => questionSteps(plan, mechanisms[i]));
  return Object.freeze([...tables, ...asked]);
}

function questionSteps(checked: CheckedPlan, mechanisms: readonly PricedMechanism[]): DerivationStep[] {
  const shares = mechanisms.map(priced => mechanismStep(checked, priced));
  if (checked.unit === undefined) return shares;
  const { rowsPerUnit, rowsPerGroup } = checked;
  const parameters = {
    rowsPerUnit: Number(rowsPerUnit),
    ...(rowsPerGroup !== undefined && { rowsPerGroup: Number(rowsPerGroup) }),
  };
  const rho = rhoOf(mechanisms);
  const cost = rho === undefined ? printedCost(questionCost(checked, togetherOf(mechanisms))) : printedRho(rho);
  return [{ operator: 'bound', parameters, theorem: 'map', ...cost }, ...shares];
}

const togetherOf = (mechanisms: readonly PricedMechanism[]) => ({
  epsilon: mechanisms.map(({ share }) => share.epsilon).reduce(rational.add),
  delta: mechanisms.map(({ share }) => rational.fromNumber(share.delta)).reduce(rational.add),
});

function mechanismStep(checked: CheckedPlan, priced: PricedMechanism): DerivationStep {
  const { mechanism, share } = priced;
  return {
    operator: mechanism.kind,
    parameters: parametersOf(checked, priced),
    theorem: theoremOfMechanism(mechanism) ?? noiseFor(priced).theorem,
    ...(share.rho === undefined
      ? printedCost(questionCost({ ...checked, mechanisms: [mechanism] }, togetherOf([priced])))
      : printedRho(share.rho)),
  };
}

function parametersOf({ statistics, aggregates }: CheckedPlan, priced: PricedMechanism): DerivationStep['parameters'] {
  const { kind, statistic } = priced.mechanism;
  const named = { statistic: statistics[statistic].kind };
  if (named.statistic === 'product') return { ...named, for: 'interval' };
  if (kind !== 'selection') return named;
  // the count that groups are shown by is the answer where it was asked for
  const counts = aggregates.filter(({ uses }) => uses.includes(statistic)).map(({ name }) => name);
  return { ...named, for: ['groups', ...counts].join(', '), threshold: Number(surelyShown(thresholdOf(priced))) };
}

function nameOf(table: CheckedTable): Pick<DerivationStep, 'operator' | 'parameters'> {
  if (table.kind === 'sample') {
    const { scheme, name } = table;
    const parameters = { ...named(name), ...plain(scheme) };
    return { operator: scheme.kind, parameters };
  }
  if (table.kind === 'part') {
    const { split, part, name } = table;
    return { operator: `${split.kind} split`, parameters: { ...named(name), part: part ?? 'null', ...plain(split) } };
  }
  if (table.kind === 'perUnit')
    return { operator: 'per unit', parameters: { of: 'units that have rows', ...clamps(table.aggregates) } };
  if (table.kind === 'unitJoin')
    return { operator: 'join on the unit', parameters: { with: scannedIn(table.with).join(', ') } };
  return { operator: table.kind, parameters: 'table' in table ? { table: table.table } : {} };
}

/** The protected tables that a table is made of. */
const scannedIn = (table: CheckedTable): readonly string[] =>
  tablesOf(table).flatMap(each =>
    each.kind === 'scan' ? [each.table] : each.kind === 'unitJoin' ? scannedIn(each.with) : [],
  );

/** Between which public numbers each number of a unit lies: whoever has more is clamped. */
const clamps = (aggregates: Extract<CheckedTable, { kind: 'perUnit' }>['aggregates']): Record<string, string> =>
  Object.fromEntries(
    aggregates.map(({ name, kind, domain }) => {
      const ends = [domain.low, domain.high].map(end => releasedScalar(end, domain));
      return [name, `${kind}, ${ends.join(' to ')}`];
    }),
  );

const named = (name: string | null): { readonly name?: string } => (name === null ? {} : { name });

/** The members of a scheme that one can say in a word. */
const plain = ({ kind: _, ...scheme }: { readonly kind: string }): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries<unknown>(scheme).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
    ),
  );

const theoremOfStep = (step: Derived): string =>
  step.kind === 'map' || step.kind === 'where'
    ? step.kind
    : theoremOf(step.kind === 'sample' ? step.sample : step.split);

/** What mechanisms spend together by rho; undefined where they spend epsilon. */
const rhoOf = (mechanisms: readonly PricedMechanism[]): Amount | undefined => {
  const shares = mechanisms.flatMap(({ share }) => share.rho ?? []);
  return shares.length === 0 ? undefined : shares.reduce(amounts.plus);
};

const printedRho = (rho: Amount) => ({ epsilon: null, replace: null, delta: 0, rho: toNumber(rho, 'up') });

/** For people: rounded up. */
const printedCost = ({ epsilon, replace, delta }: Spending) => ({
  epsilon: toNumber(epsilon, 'up'),
  replace: toNumber(replace, 'up'),
  delta: toNumber(delta, 'up'),
});
