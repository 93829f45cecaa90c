/** Questions asked again and again at an epsilon that people use, of groups that are each a trial. */
import { type Clinic, openClinic } from './clinic.ts';
import { type Crowd, crowdOf, type Town, townOf } from './crowd.ts';
import { diceOf } from './dice.ts';
import { missedRows } from './judging.ts';
import { nameOf, type Truth, truthOf } from './oracle.ts';
import { type Aggregate, planOf, type Question, type Step } from './question.ts';
import type { Value } from './reading.ts';
import { Trials } from './trials.ts';
import * as words from './words.ts';
import type { World } from './world.ts';

export interface Experiment {
  readonly name: string;
  readonly town: Town;
  readonly aggregates: readonly Aggregate['kind'][];
  /** Drawn anew every time. */
  readonly steps?: readonly Step[];
  readonly epsilon: number;
  readonly share?: number;
  /** Is what explain foretells, or estimates without a bias, looked at? */
  readonly measures: readonly ('interval' | 'noise' | 'bias' | 'sampling')[];
  /** Of all groups together. */
  readonly whole?: true;
}

const SMALL_TOWN: Town = { groups: 400, people: 12, rowsPerUnit: 3 };
const LONE_TOWN: Town = { groups: 400, people: 12, rowsPerUnit: 1 };
const VILLAGE: Town = { groups: 12, people: 25, rowsPerUnit: 3 };
const LARGE_TOWN: Town = { groups: 24, people: 150, rowsPerUnit: 3 };

const TOTALS = ['count', 'units', 'sum', 'histogram'] as const;
const RATIOS = ['mean', 'variance', 'standardDeviation', 'covariance'] as const;

const bernoulli = (rate: number): Step => ({ kind: 'bernoulli', rate, name: '' });

/** In turn, as time allows. */
export const EXPERIMENTS: readonly Experiment[] = [
  {
    name: 'everybody, epsilon 0.3',
    town: SMALL_TOWN,
    aggregates: TOTALS,
    epsilon: 0.3,
    measures: ['interval', 'noise'],
  },
  {
    name: 'a sample of a sample',
    town: SMALL_TOWN,
    aggregates: TOTALS,
    steps: [bernoulli(0.7), bernoulli(0.5)],
    epsilon: 2,
    measures: ['interval'],
  },
  {
    name: 'a sample of a sample, without noise',
    town: SMALL_TOWN,
    aggregates: ['count', 'units', 'sum'],
    steps: [bernoulli(0.7), bernoulli(0.5)],
    epsilon: 300,
    measures: ['bias'],
  },
  {
    name: 'what sampling adds',
    town: VILLAGE,
    aggregates: ['count', 'units', 'sum'],
    steps: [bernoulli(0.3)],
    epsilon: 1e4,
    whole: true,
    measures: ['sampling'],
  },
  { name: 'everybody, epsilon 3', town: SMALL_TOWN, aggregates: RATIOS, epsilon: 3, measures: ['interval'] },
  {
    name: 'coins of one row each',
    town: LONE_TOWN,
    aggregates: [...TOTALS, 'mean'],
    steps: [bernoulli(0.3)],
    epsilon: 3,
    measures: ['interval'],
  },
  {
    name: 'strata',
    town: SMALL_TOWN,
    aggregates: ['count', 'units', 'sum'],
    steps: [{ kind: 'stratified', by: 'half', rates: { left: 0.8, right: 0.3 }, name: '' }],
    epsilon: 300,
    measures: ['interval', 'bias'],
  },
  {
    name: 'a part of secretly many',
    town: SMALL_TOWN,
    aggregates: ['count', 'units', 'sum'],
    steps: [{ kind: 'fraction', rate: 0.4, name: '' }],
    epsilon: 300,
    measures: ['interval', 'bias'],
  },
  {
    name: 'so many of publicly many',
    town: { ...SMALL_TOWN, sizeIsPublic: true },
    aggregates: ['count', 'units', 'sum', 'mean'],
    steps: [{ kind: 'fixed-size', size: 1500, name: '' }],
    epsilon: 30,
    measures: ['interval', 'bias'],
  },
  {
    name: 'medians',
    town: { ...SMALL_TOWN, groups: 100 },
    aggregates: ['quantile'],
    epsilon: 2,
    measures: ['interval'],
  },
  {
    name: 'a bought interval',
    town: LARGE_TOWN,
    aggregates: ['sum'],
    steps: [bernoulli(0.5)],
    epsilon: 3,
    share: 0.3,
    measures: ['interval'],
  },
  {
    name: 'a bought mean',
    town: LARGE_TOWN,
    aggregates: ['mean'],
    steps: [bernoulli(0.5)],
    epsilon: 3,
    share: 0.5,
    measures: ['interval'],
  },
  {
    name: 'ratios of a sample',
    town: SMALL_TOWN,
    aggregates: RATIOS,
    steps: [bernoulli(0.5)],
    epsilon: 3,
    measures: ['interval'],
  },
  {
    name: 'one row each, epsilon 0.1',
    town: LONE_TOWN,
    aggregates: [...TOTALS, 'mean'],
    epsilon: 0.1,
    measures: ['interval', 'noise'],
  },
];

/** An experiment whose town is open. */
export interface Laboratory {
  /** Asks once more. */
  run(trials: Trials): Promise<void>;
}

/** Towns that are open: experiments about the same one share it. */
export type Towns = Map<string, Clinic>;

async function townIn(towns: Towns, town: Town, seed: number): Promise<Clinic> {
  const name = JSON.stringify(town);
  const clinic = towns.get(name) ?? (await openClinic(townOf(diceOf(seed, 0), town), 'parquet', undefined));
  towns.set(name, clinic);
  return clinic;
}

export async function openLaboratory(experiment: Experiment, towns: Towns, seed: number): Promise<Laboratory> {
  const clinic = await townIn(towns, experiment.town, seed);
  const { world } = clinic;
  const question = questionOf(world, experiment);
  const groups = truthOf(world, { ...question, steps: [] }, undefined);
  const truths = new Map(groups.map(({ key, truths }) => [nameOf(key), truths]));
  const plan = nameless(planOf(question));
  const asked = clinic.data.plan(plan);
  const options = {
    epsilon: experiment.epsilon,
    fresh: true,
    ...(experiment.share && { interval: { share: experiment.share } }),
  };
  const { noise, sampling } = asked.explain(options).error;
  const foretold = { ...(experiment.measures.includes('sampling') ? sampling : noise) };
  const run = async (trials: Trials): Promise<void> => {
    const { rows } = await asked.ask(options);
    for (const { key, values } of rows) {
      const found = truths.get(nameOf(question.keys.map(each => key[each.name] as Value)));
      if (found === undefined) continue;
      for (const [i, { kind, name }] of question.aggregates.entries()) {
        const crowd = crowdOf(Number(key.g ?? 0));
        const truth = found[i];
        if (truth.kind === 'number')
          note(trials, experiment, {
            kind,
            crowd,
            released: values[name] as ReleasedNumber,
            truth: truth.truth,
            foretold: foretold[name],
          });
        if (truth.kind === 'quantile')
          noteRank(trials, `${experiment.name}: ranks of ${crowd} groups`, truth, values[name] as Ranked);
        if (truth.kind === 'bins')
          for (const [bin, released] of (values[name] as { readonly bins: readonly ReleasedNumber[] }).bins.entries())
            note(trials, experiment, { kind, crowd, released, truth: truth.truth[bin], foretold: foretold[name] });
      }
    }
  };
  return { run };
}

/** A sample without a name is drawn anew for every question. */
const nameless = (plan: unknown): unknown => JSON.parse(JSON.stringify(plan).replaceAll('"name":""', '"name":null'));

function questionOf(world: World, { aggregates, steps = [], whole }: Experiment): Question {
  const column = (name: string) => ({ ...words.column<never>(name, world.columns[name]), name });
  const halves = steps.some(({ kind }) => kind === 'stratified') ? ['half'] : [];
  return {
    table: 'visits',
    steps,
    grouping: whole ? 'none' : 'public',
    keys: (whole ? [] : ['g', ...halves]).map(name => ({ name, of: column(name), plain: true })),
    aggregates: aggregates.map((kind, i) => ({
      kind,
      name: `a${i}`,
      ...(kind !== 'count' && kind !== 'units' && { of: column('cost') }),
      ...(kind === 'covariance' && { with: column('change') }),
      ...(kind === 'histogram' && { edges: [0, 100, 1000] }),
      ...(kind === 'quantile' && { rank: 0.5 }),
    })),
  };
}

interface ReleasedNumber {
  readonly estimate: number | null;
  readonly interval95: readonly [number, number] | null;
  readonly reason?: string;
}

type QuantileTruth = Extract<Truth, { readonly kind: 'quantile' }>;

interface Ranked {
  readonly estimate: number | null;
  readonly rankError95: number | null;
}

/** Between it and the true quantile lie at most so many rows. */
function noteRank(trials: Trials, name: string, { rank, values }: QuantileTruth, released: Ranked): void {
  if (released.estimate === null || released.rankError95 === null) return;
  trials.interval(name, missedRows(rank, values, released.estimate) <= released.rankError95 + 1e-6, false);
}

interface Noted {
  readonly kind: Aggregate['kind'];
  readonly crowd: Crowd;
  readonly released: ReleasedNumber;
  readonly truth: number | null;
  readonly foretold: number | undefined;
}

const isTotal = (kind: Aggregate['kind']): boolean => (TOTALS as readonly string[]).includes(kind);

function note(
  trials: Trials,
  { name, measures, steps, epsilon }: Experiment,
  { kind, crowd, released, truth, foretold }: Noted,
): void {
  // of a group that is not drawn, or has nothing to average, nothing is claimed
  if (truth === null || released.reason === 'not_drawn') return;
  const [low, high] = released.interval95!;
  const slack = 1e-9 * (1 + Math.abs(truth));
  const holds = low - slack <= truth && truth <= high + slack;
  // noise of many whole numbers is nearly a law of all numbers
  const sharp = steps === undefined && isTotal(kind) && epsilon <= 0.3;
  if (measures.includes('interval')) {
    trials.interval(`${name}: ${kind} of ${crowd} groups`, holds, sharp);
    // together they say it sooner
    if (isTotal(kind)) trials.interval(`${name}: all totals`, holds, sharp);
  }
  if (released.estimate === null) return;
  const off = released.estimate - truth;
  if (measures.includes('noise') && foretold !== undefined) {
    trials.error('errors', `${name}: ${kind}`, off, { foretold });
    trials.error('errors', `${name}: all totals`, off / foretold, { foretold: 1 });
  }
  if (measures.includes('sampling') && foretold !== undefined)
    trials.error('limits', `${name}: ${kind}`, off, { foretold });
  // a ratio of few rows leans a little, by its nature
  if (measures.includes('bias') && isTotal(kind)) trials.error('biases', `${name}: ${kind}`, off, { truth });
}

/**
 * Repeats one experiment and says what was found: for the programs that findings are printed as.
 * @public
 */
export async function repeat(name: string, seed: number, times: number): Promise<void> {
  const trials = new Trials();
  const towns: Towns = new Map();
  const experiment = EXPERIMENTS.find(each => each.name === name)!;
  const laboratory = await openLaboratory(experiment, towns, seed);
  for (let i = 0; i < times; i += 1) await laboratory.run(trials);
  for (const clinic of towns.values()) await clinic.close();
  console.log(trials.findings(), Object.fromEntries(trials.held));
}
