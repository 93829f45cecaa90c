/** What a node charges its parent for all that was spent on it so far, without any chance of failure. */
import { type Spending, spendings } from '../../amounts/index.ts';
import { rational } from '../../numerics/index.ts';
import { type Cost, invariant, type Relation } from '../../vocabulary/index.ts';
import { price, type Split } from '../stability/price.ts';
import { type Exact, knownSample, knownSplit } from './draw-known.ts';
import { chargeOf, least } from './exact-amounts.ts';
import type { DrawNode, PartDraw, PartName, SampleDraw, SplitRule } from './lineage.ts';
import { asCost } from './spending.ts';

/** What is spent on the other parts of a split. */
export type Siblings = (part: PartName) => Spending;

/** `spent` is all that was spent on the table of the draw. Rounded up. */
export function nodePrice(draw: DrawNode, spent: Spending, siblings: Siblings, relation: Relation): Spending {
  const { epsilon, replace } =
    draw.kind === 'sample' ? ofSample(draw, spent, relation) : ofSplit(draw, spent, siblings, relation);
  return Object.freeze({ ...spendings.nothing, epsilon, replace });
}

const ofSample = ({ sample }: SampleDraw, spent: Spending, relation: Relation): Exact =>
  within(price({ ...sample, cost: asCost(spent), ...refusing(relation) }), knownSample(sample, spent));

function ofSplit({ split, part }: PartDraw, spent: Spending, siblings: Siblings, relation: Relation): Exact {
  const parts = partsOf(split);
  invariant(parts.includes(part), 'a part is one of those that its split lists');
  const all = parts.map(name => (name === part ? spent : siblings(name)));
  const known = knownSplit(split, all);
  // a key is no chance: its known draw is its price, and there may be many parts
  if (split.operator === 'partition') return known;
  return within(price({ ...pricedSplit(split, all), ...refusing(relation) }), known);
}

/** A public total is refused under add-remove; under replace-one both halves of the pair are needed further down. */
const refusing = (relation: Relation): { relation?: Relation } => (relation === 'add-remove' ? { relation } : {});

function partsOf(split: SplitRule): readonly PartName[] {
  if (split.operator === 'partition') return split.parts;
  return split.operator === 'split' ? [...split.rates.keys()] : ['first', 'rest'];
}

type RandomRule = Exclude<SplitRule, { readonly operator: 'partition' }>;

function pricedSplit(split: RandomRule, spent: readonly Spending[]): Split {
  const costs = spent.map(asCost);
  if (split.operator !== 'split') return { ...split, costs: [costs[0], costs[1]] };
  return { operator: 'split', parts: [...split.rates.values()].map((rate, i) => ({ rate, cost: costs[i] })) };
}

function within(computed: Cost, known: Exact | undefined): Exact {
  const [epsilon, replace] = [chargeOf(computed.epsilon), chargeOf(computed.replace)];
  if (known === undefined) return { epsilon, replace };
  const most = least(epsilon, known.epsilon);
  return { epsilon: most, replace: least(replace, known.replace, rational.add(most, most)) };
}
