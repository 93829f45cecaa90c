/** What was tried: every operator with every feature of policies and every kind of neighbour, and every two operators in turn. */
import type { Plan, PlanTable } from '../../../src/plan/index.ts';
import type { Case } from '../generate/case.ts';
import { NEIGHBOURS } from '../generate/people.ts';
import { identityOf, isProtected } from '../generate/policies.ts';
import type { Verdict } from './judge.ts';

const OPERATORS = [
  'scan',
  'where',
  'derive',
  'project',
  'join matched',
  'join all',
  'perUnit',
  'bernoulli',
  'fixed-size',
  'fraction',
  'stratified',
  'take',
  'skip',
  'random split',
  'key split',
  'fixed-size split',
  'fraction split',
  'take-skip split',
] as const;

/** Of two protected tables, which few policies have: no pair of operators is steered to it. */
const UNIT_JOIN = 'unitJoin';

const POLICIES = ['unit', 'key', 'row', 'add-remove', 'replace-one', 'public size'] as const;
/** Rows that nothing tells apart cannot be drawn. */
const isPossible = (operator: string, feature: string): boolean =>
  feature !== 'row' || OPERATORS.slice(0, 6).some(each => each === operator);

/** One upon the other. A second join with the one public table would have two columns of a name. */
export const PAIRS: readonly (readonly [lower: string, upper: string])[] = OPERATORS.flatMap(lower =>
  OPERATORS.filter(upper => upper !== 'scan' && !(lower.startsWith('join') && upper.startsWith('join'))).map(
    upper => [lower, upper] as const,
  ),
);

export type Coverage = Record<string, number>;

export function emptyCoverage(): Coverage {
  const cells: Coverage = {};
  for (const operator of [...OPERATORS, UNIT_JOIN]) {
    for (const feature of POLICIES) if (isPossible(operator, feature)) cells[`${operator} × ${feature}`] = 0;
    for (const neighbour of NEIGHBOURS) cells[`${operator} × neighbour: ${neighbour}`] = 0;
  }
  for (const [lower, upper] of PAIRS) cells[`${lower}, then ${upper}`] = 0;
  for (const operator of OPERATORS) {
    cells[`${operator}, then ${UNIT_JOIN}`] = 0;
    if (operator !== 'scan') cells[`${UNIT_JOIN}, then ${operator}`] = 0;
  }
  return cells;
}

type Count = (cell: string, times?: number) => void;

/** Counts what was answered, what was said, and how far the neighbours that were compared came. */
export function coverVerdict(
  coverage: Coverage,
  that: Case,
  { said, compared, skipped, chosen, reached }: Verdict,
): void {
  const count: Count = (cell, times = 1) => {
    coverage[cell] = (coverage[cell] ?? 0) + times;
  };
  cover(
    count,
    that,
    said.map(each => !each.startsWith('refused')),
  );
  for (const each of said) count(`said: ${each.replace(/ ?\{.*/, '')}`);
  count('neighbours compared', compared);
  count('neighbours with too many outcomes', skipped);
  count('neighbours who chose their last question', chosen);
  count(`loss by charge: ${REACHED.find(least => reached >= least)} or more`);
}

const REACHED = [0.99, 0.9, 0.5, 0];

function cover(count: Count, that: Case, answered: readonly boolean[]): void {
  for (const [i, step] of that.steps.entries()) {
    if (!answered[i]) continue;
    count(`step: ${step.kind}`);
    if (step.kind !== 'ask') continue;
    for (const plan of step.plans) {
      const way = wayOf(plan.input);
      if (that.concentrated)
        coverConcentrated(count, that, plan, step.options.rho === undefined ? 'by epsilon' : 'by rho');
      for (const [at, operator] of way.entries()) {
        for (const feature of featuresOf(that, plan.input)) count(`${operator} × ${feature}`);
        for (const mark of that.marks) if (mark.startsWith('neighbour')) count(`${operator} × ${mark}`);
        if (at > 0) count(`${way[at - 1]}, then ${operator}`);
      }
      for (const { kind } of plan.aggregates) count(`aggregate: ${kind}`);
      count(`groups: ${plan.grouping.kind}`);
    }
    if (step.plans.length > 1) count('asked together');
    for (const option of Object.keys(step.options)) count(`option: ${option}`);
  }
  for (const mark of that.marks) count(mark);
}

/** What a budget that counts rho was asked, and how: each of these has a rule of its own there. */
function coverConcentrated(count: Count, that: Case, { input, grouping, aggregates }: Plan, how: string): void {
  count(`concentrated ${how} × groups: ${grouping.kind}`);
  for (const operator of wayOf(input)) count(`concentrated ${how} × ${operator}`);
  for (const { kind } of aggregates) count(`concentrated ${how} × aggregate: ${kind}`);
  if (aggregates.filter(({ kind }) => kind === 'quantile').length > 2) count(`concentrated ${how} × joint quantiles`);
  const [tables] = that.policies;
  if (Object.values(tables).some(table => isProtected(table) && table.rowsPerGroup !== undefined))
    count(`concentrated ${how} × rows per group`);
}

/** Operators from the table outwards. */
export function wayOf(table: PlanTable): string[] {
  switch (table.kind) {
    case 'scan':
      return ['scan'];
    case 'sample':
      return [...wayOf(table.input), table.scheme.kind];
    case 'part':
      return [...wayOf(table.input), `${table.split.kind} split`];
    case 'join':
      return [...wayOf(table.input), `join ${table.keep}`];
    default:
      return [...wayOf(table.input), table.kind];
  }
}

function featuresOf({ policies }: Case, input: PlanTable): string[] {
  let scan = input;
  while (scan.kind !== 'scan') scan = scan.input;
  const table = policies[0][scan.table];
  if (table === undefined || !isProtected(table)) return [];
  return [identityOf(table), table.neighbours ?? 'add-remove', ...(table.size === 'public' ? ['public size'] : [])];
}
