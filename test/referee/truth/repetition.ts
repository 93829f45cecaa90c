/** Questions asked again and again at an epsilon that people use, of groups that are each a trial. */
import { type Clinic, openClinic } from './clinic.ts';
import { type Crowd, crowdOf, type Town, townOf } from './crowd.ts';
import { diceOf } from './dice.ts';
import { EXPERIMENTS, type Experiment, TOTALS } from './experiments.ts';
import { missedRows } from './judging.ts';
import { nameOf, type Truth, truthOf } from './oracle.ts';
import { planOf, type Question } from './question.ts';
import type { Value } from './reading.ts';
import { Trials } from './trials.ts';
import * as words from './words.ts';
import type { World } from './world.ts';

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
    ...(experiment.epsilon !== undefined && { epsilon: experiment.epsilon }),
    ...(experiment.rho !== undefined && { rho: experiment.rho }),
    ...(experiment.delta !== undefined && { delta: experiment.delta }),
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
      for (const { name, value } of experiment.computed ?? []) {
        const exact = value(part => {
          const truth = found[question.aggregates.findIndex(each => each.name === part)];
          return truth.kind === 'number' ? truth.truth : null;
        });
        const released = values[name] as ReleasedNumber;
        const crowd = crowdOf(Number(key.g ?? 0));
        const again = value(part => (values[part] as ReleasedNumber).estimate);
        trials.always(`${experiment.name}: computed from what is told`, follows(released, again));
        note(trials, experiment, { kind: name, crowd, released, truth: exact, foretold: foretold[name] });
      }
    }
  };
  return { run };
}

/** The estimate is that of what was told, and within its interval; of what was not told there is none. */
function follows({ estimate, interval95 }: ReleasedNumber, told: number | null): boolean {
  if (estimate === null || told === null) return estimate === told;
  const slack = 1e-9 * (1 + Math.abs(told));
  const [low, high] = interval95 ?? [-Infinity, Infinity];
  return Math.abs(told - estimate) <= slack && low - slack <= estimate && estimate <= high + slack;
}

/** A sample without a name is drawn anew for every question. */
const nameless = (plan: unknown): unknown => JSON.parse(JSON.stringify(plan).replaceAll('"name":""', '"name":null'));

/** Of quantiles in their order. */
const RANKS = [0.5, 0.1, 0.9];

function questionOf(world: World, { aggregates, computed, steps = [], delta, whole }: Experiment): Question {
  const column = (name: string) => ({ ...words.column<never>(name, world.columns[name]), name });
  const halves = steps.some(({ kind }) => kind === 'stratified') ? ['half'] : [];
  return {
    table: 'visits',
    steps,
    grouping: whole ? 'none' : delta === undefined ? 'public' : 'private',
    keys: (whole ? [] : ['g', ...halves]).map(name => ({ name, of: column(name), plain: true })),
    aggregates: aggregates.map((kind, i) => ({
      kind,
      name: `a${i}`,
      ...(kind !== 'count' && kind !== 'units' && { of: column('cost') }),
      ...(kind === 'covariance' && { with: column('change') }),
      ...(kind === 'histogram' && { edges: [0, 100, 1000] }),
      ...(kind === 'quantile' && { rank: RANKS[i] }),
    })),
    ...(computed && { computed }),
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
  /** Of an aggregate, or the name of what is computed. */
  readonly kind: string;
  readonly crowd: Crowd;
  readonly released: ReleasedNumber;
  readonly truth: number | null;
  readonly foretold: number | undefined;
}

const isTotal = (kind: string): boolean => (TOTALS as readonly string[]).includes(kind);

function note(
  trials: Trials,
  { name, measures, steps, epsilon = Infinity, rho = Infinity }: Experiment,
  { kind, crowd, released, truth, foretold }: Noted,
): void {
  // of a group that is not drawn, or has nothing to average, nothing is claimed
  if (truth === null || released.reason === 'not_drawn') return;
  // what may be of any size has none, which leaves every number possible
  const [low, high] = released.interval95 ?? [-Infinity, Infinity];
  const slack = 1e-9 * (1 + Math.abs(truth));
  const holds = low - slack <= truth && truth <= high + slack;
  // noise of many whole numbers is nearly a law of all numbers
  const sharp = steps === undefined && isTotal(kind) && (epsilon <= 0.3 || rho <= 0.1);
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
