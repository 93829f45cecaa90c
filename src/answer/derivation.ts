/** How a charge came about, operator by operator from the base outwards, each price with the theorem that it rests on. */
import type { Derivation as Derived, Increments, Spending } from '../accounting/index.ts';
import { noiseFor } from '../noise/index.ts';
import { rational, toNumber } from '../numerics/index.ts';
import {
  type CheckedPlan,
  type CheckedTable,
  type PricedMechanism,
  questionCost,
  type Statistic,
  tablesOf,
} from '../plan/index.ts';
import type { Workload } from './workload.ts';

/** What one step charges to its input, for one person added or removed and for one replaced. */
export interface DerivationStep {
  readonly operator: string;
  readonly parameters: Readonly<Record<string, string | number>>;
  /** Its name in the reference of theorems. */
  readonly theorem: string;
  readonly epsilon: number;
  readonly replace: number;
  readonly delta: number;
}

export function derivationSteps(
  { plans, whole }: Workload,
  { steps }: Increments,
  mechanisms: readonly (readonly PricedMechanism[])[],
): readonly DerivationStep[] {
  const tables = tablesOf(whole.input).map((table, place) => {
    const { derivation, ...cost } = steps[place];
    return { ...nameOf(table), theorem: theoremOf(derivation), ...told(cost) };
  });
  const asked = plans.flatMap((plan, i) => questionSteps(plan, mechanisms[i]));
  return Object.freeze([...tables, ...asked]);
}

function questionSteps(checked: CheckedPlan, mechanisms: readonly PricedMechanism[]): DerivationStep[] {
  const shares = mechanisms.map(priced => mechanismStep(checked, priced));
  if (checked.unit === undefined) return shares;
  const parameters = { rowsPerUnit: Number(checked.rowsPerUnit) };
  const cost = told(questionCost(checked, togetherOf(mechanisms)));
  return [{ operator: 'bound', parameters, theorem: 'map', ...cost }, ...shares];
}

const togetherOf = (mechanisms: readonly PricedMechanism[]) => ({
  epsilon: mechanisms.map(({ share }) => share.epsilon).reduce(rational.add),
  delta: mechanisms.map(({ share }) => rational.fromNumber(share.delta)).reduce(rational.add),
});

function mechanismStep(checked: CheckedPlan, priced: PricedMechanism): DerivationStep {
  const { mechanism } = priced;
  return {
    operator: mechanism.kind,
    parameters: parametersOf(checked.statistics[mechanism.statistic]),
    theorem: theoremOfMechanism(priced),
    ...told(questionCost({ ...checked, mechanisms: [mechanism] }, togetherOf([priced]))),
  };
}

const parametersOf = ({ kind }: Statistic): DerivationStep['parameters'] =>
  kind === 'product' ? { statistic: kind, for: 'interval' } : { statistic: kind };

function theoremOfMechanism({ mechanism, sensitivity, share }: PricedMechanism): string {
  switch (mechanism.kind) {
    case 'noise':
      return noiseFor(sensitivity, share).theorem;
    case 'quantile':
      return 'drawQuantile';
    case 'selection':
      return 'keySelection';
  }
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
  return { operator: table.kind, parameters: 'table' in table ? { table: table.table } : {} };
}

const named = (name: string | null): { readonly name?: string } => (name === null ? {} : { name });

/** The members of a scheme that one can say in a word. */
const plain = ({ kind: _, ...scheme }: { readonly kind: string }): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries<unknown>(scheme).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : [],
    ),
  );

function theoremOf(step: Derived): string {
  if (step.kind === 'map' || step.kind === 'where') return step.kind;
  const rule = step.kind === 'sample' ? step.sample : step.split;
  const size = 'of' in rule && rule.of !== undefined ? 'public' : 'secret';
  switch (rule.operator) {
    case 'fixed-size':
      return size === 'public' ? 'fixedSizeOfPublic' : 'fixedSizeOfSecret';
    case 'fraction':
      return size === 'public' ? 'fractionOfPublic' : 'fractionOfSecret';
    case 'with-replacement':
      return size === 'public' ? 'drawsFromPublic' : 'drawsFromSecret';
    case 'fixed-size-split':
      return size === 'public' ? 'splitOfPublic' : 'splitOfSecret';
    case 'partition':
      return rule.rowsPerUnit === undefined ? 'splitOfUnits' : 'splitOfRows';
    default:
      return otherTheorems[rule.operator];
  }
}

const otherTheorems = {
  bernoulli: 'bernoulli',
  stratified: 'stratified',
  take: 'take',
  skip: 'skip',
  cluster: 'promised',
  'fixed-size-cluster': 'fixedSizeCluster',
  split: 'randomSplit',
  'fraction-split': 'fractionSplit',
  'take-skip-split': 'takeSkipSplit',
} as const;

/** For people: rounded up. */
const told = ({ epsilon, replace, delta }: Spending) => ({
  epsilon: toNumber(epsilon, 'up'),
  replace: toNumber(replace, 'up'),
  delta: toNumber(delta, 'up'),
});
