/** Collections for people: the estimates and their error, then what each observer learns, never only the first. */
import type { CollectionPlan, CollectionRequest, CollectionSimulation, SimulatedCollection } from '../collect/index.ts';
import { type CollectionViews, sizeOf } from '../collect/views/index.ts';
import { asGiven, atMost } from './digits.ts';
import { table } from './table.ts';

export interface SimulationResult {
  readonly simulation: CollectionSimulation;
  readonly simulated: SimulatedCollection & { readonly randomizedResponse: { readonly epsilon: number } };
  readonly views: CollectionViews;
}

export const describeSimulation = ({ simulation, simulated, views }: SimulationResult): string =>
  [
    `${simulation.runs} collections from ${sizeOf(simulation.population)} people, each sampled with probability ${asGiven(simulation.die.sampling)}; ${noiseText(simulation)}.`,
    estimatesText(simulation, simulated),
    viewsText(views, simulated),
    MEANING,
  ].join('\n\n');

const noiseText = ({ noiseEpsilon, aggregators }: CollectionSimulation): string =>
  noiseEpsilon === undefined
    ? 'no noise: differences are exact'
    : `${aggregators} aggregators add noise of parameter ${asGiven(noiseEpsilon)} each`;

const rounded = (value: number): string => String(Number(value.toPrecision(4)));

function estimatesText(
  { population }: CollectionSimulation,
  { estimates, theory, randomizedResponse }: SimulatedCollection,
): string {
  const rows = population.counts.map((count, value) => [
    String(value + 1),
    String(count),
    rounded(estimates.mean[value]),
    rounded(estimates.standardDeviation[value]),
    rounded(theory.standardDeviation[value]),
    rounded(randomizedResponse.estimates.standardDeviation[value]),
    rounded(randomizedResponse.theory.standardDeviation[value]),
  ]);
  return table([['value', 'people', 'mean', 'deviation', 'in theory', 'randomized response', 'in theory'], ...rows]);
}

function viewsText(
  { roundTwoOnly, linkedRounds, counts, released }: CollectionViews,
  { randomizedResponse }: SimulationResult['simulated'],
): string {
  const at = `at epsilon ${asGiven(counts.epsilon)}`;
  return table([
    ['what an observer sees', 'epsilon', 'delta'],
    ['  one answer of round two', atMost(roundTwoOnly.epsilon), '0'],
    ['  both answers of one person', 'any', atMost(linkedRounds.delta)],
    [`  exact differences, ${at}`, asGiven(counts.epsilon), atMost(counts.delta)],
    [`  with the counts of round one, ${at}`, asGiven(counts.epsilon), atMost(counts.withRoundOne)],
    ['  the noisy release', atMost(released.epsilon), released.epsilon < Infinity ? '0' : '1'],
    ['  randomized response, for comparison', atMost(randomizedResponse.epsilon), '0'],
  ]);
}

const MEANING = [
  'An observer who links the two answers of each person learns the true answer of everyone who was sampled, so never link',
  'rounds or show counts. Without noise, nothing here is differentially private.',
].join('\n');

export const describePlan = (request: CollectionRequest, plan: CollectionPlan): string =>
  [
    `A value that ${request.count} of ${request.population} people have; the release is epsilon ${asGiven(request.epsilon)} private for one answer.`,
    table([
      [
        'sampling',
        'noise parameter',
        'error: sampling',
        'noise',
        'together',
        'epsilon of round two',
        'delta if linked',
        'fewest people without noise',
      ],
      ...plan.rates.map(each => [
        asGiven(each.rate),
        rounded(each.noiseEpsilon),
        rounded(each.samplingDeviation),
        rounded(each.noiseDeviation),
        rounded(each.deviation),
        atMost(each.roundTwoOnly.epsilon),
        atMost(each.linkedRounds.delta),
        String(each.noiseless.fewestProtected),
      ]),
    ]),
    `Least error: ${rounded(plan.best.deviation)} people (one standard deviation) at sampling ${asGiven(plan.best.rate)}.`,
    comparisonText(request, plan),
    [
      'A higher sampling rate means less error, but exposes more people to an observer who links their two answers: choose the',
      'highest rate you can accept there. Without noise, only values of at least that many people are protected at this delta.',
    ].join('\n'),
  ].join('\n\n');

function comparisonText({ population }: CollectionRequest, { randomizedResponse, best }: CollectionPlan): string {
  const { deviation, worseFrom } = randomizedResponse;
  const here = `Randomized response with the same epsilon has a standard error of ${rounded(deviation)} people`;
  return deviation > best.deviation
    ? `${here}; it is worse for populations of ${worseFrom} or more.`
    : `${here}, which is less; it would be worse for populations of ${worseFrom} or more, and this one has ${population}.`;
}
