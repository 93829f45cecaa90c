/** Prices for people: a small table and one plain sentence. Charges are rounded up, allowances down. */
import type { Sample, Split } from '../accounting/index.ts';
import type { Cost, Relation } from '../vocabulary/index.ts';
import { asGiven, atLeast, atMost } from './digits.ts';
import { table } from './table.ts';

/** Who counts as a neighbour decides which of the two numbers is a charge. */
export type ShownRelation = Relation | undefined;

export function describePrice(sample: Sample, following: Cost, charged: Cost, relation: ShownRelation): string {
  const replaced = ['replace-one', asGiven(following.replace), atMost(charged.replace)];
  if (replaceOnly(sample, relation))
    return inParagraphs(
      heading(sample),
      table([['neighbours', 'cost inside the sample', 'cost to the table'], replaced]),
      chargeSentence(following.replace, charged.replace),
    );
  const addedOrRemoved = ['add-remove', asGiven(following.epsilon), atMost(charged.epsilon)];
  return inParagraphs(
    heading(sample),
    table([['neighbours', 'cost inside the sample', 'cost to the table'], addedOrRemoved, replaced]),
    chargeSentence(following.epsilon, charged.epsilon),
  );
}

const chargeSentence = (following: number, charged: number): string =>
  `Answers with epsilon ${asGiven(following)} on the result cost the table at most epsilon ${atMost(charged)}: ${compared(charged, following)} asking the table directly.`;

const compared = (charged: number, following: number): string => {
  if (charged === following) return 'the same as';
  return charged < following ? 'less than' : 'more than';
};

export function describeAllowance(sample: Sample, limit: number, allowed: Cost): string {
  const rows = [
    ['neighbours', 'allowed inside the sample'],
    ['add-remove', atLeast(allowed.epsilon)],
    ['replace-one', atLeast(allowed.replace)],
  ];
  const sentence =
    allowed.epsilon < Infinity
      ? `To charge the table at most epsilon ${asGiven(limit)}, answers on the result may spend up to epsilon ${atLeast(allowed.epsilon)}.`
      : `Whatever answers on the result spend, the table is charged at most epsilon ${asGiven(limit)}.`;
  return inParagraphs(heading(sample), table(rows), sentence);
}

export function describeSplitPrice(split: Split, charged: Cost, relation: ShownRelation): string {
  const replaced = ['replace-one', atMost(charged.replace)];
  const addedOrRemoved = ['add-remove', atMost(charged.epsilon)];
  const rows = replaceOnly(split, relation) ? [replaced] : [addedOrRemoved, replaced];
  return inParagraphs(
    heading(split),
    table([['neighbours', 'cost to the table'], ...rows]),
    `All parts together cost the table at most epsilon ${atMost(charged.epsilon)}.`,
  );
}

const replaceOnly = (operator: Sample | Split, relation: ShownRelation): boolean =>
  relation === 'replace-one' || ('of' in operator && operator.of !== undefined);

const inParagraphs = (...paragraphs: string[]): string => paragraphs.join('\n\n');

/** `bernoulli, rate 0.1` */
const heading = ({ operator, ...parameters }: Sample | Split): string =>
  [operator, ...Object.entries(parameters).flatMap(([name, value]) => describeParameter(name, value))].join(', ');

function describeParameter(name: string, value: unknown): string[] {
  if (typeof value === 'number') return [`${name} ${asGiven(value)}`];
  if (name === 'rates') return [`rates ${(value as number[]).map(asGiven).join(' ')}`];
  if (name === 'costs') return [`epsilons ${(value as Cost[]).map(({ epsilon }) => asGiven(epsilon)).join(' ')}`];
  if (name === 'parts')
    return [
      (value as { rate: number; cost: Cost }[])
        .map(({ rate, cost }) => `${asGiven(rate)} spends ${asGiven(cost.epsilon)}`)
        .join(', '),
    ];
  return [];
}
