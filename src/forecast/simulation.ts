/**
 * Quantiles of many samples, released privately in simulation: for each run and rate what is released on average and how it varies.
 * No noise is drawn where its variance is known, so a thousand runs show more than a thousand noisy answers would.
 */
import { reproducibleEntropy } from '../random/index.ts';
import { type ApproximateGuarantee, refuse } from '../vocabulary/index.ts';
import { checkDesign, type Design, drawnAt, innerAt, isByStrata, type RealisedSample } from './design.ts';
import { openSampler } from './drawing.ts';
import { checkPrivacy, checkRates } from './forecast.ts';
import type { Population } from './populations/population.ts';
import {
  type BoundedQuantile,
  openQuantile,
  type QuantileMechanism,
  quantileOf,
  type ReleaseQuantile,
} from './quantile-mechanism.ts';

/** The size of the population is that of the values. All privacies share the samples of a run. */
export interface SimulationRequest extends Omit<Design, 'population'> {
  readonly population: Population;
  /** 0.5 is the median. */
  readonly quantile: number;
  readonly mechanism: QuantileMechanism;
  /** For permute-and-flip: the step of the column. */
  readonly step?: number | undefined;
  readonly privacies: readonly ApproximateGuarantee[];
  readonly rates: readonly number[];
  readonly runs: number;
  readonly seed: number;
}

/** One privacy at one rate: by run, the mean of what is released and its variance around that. */
export interface SimulatedSetting extends RealisedSample {
  readonly privacy: ApproximateGuarantee;
  readonly inner: ApproximateGuarantee;
  readonly centres: Float64Array;
  readonly variances: Float64Array;
}

export interface QuantileSimulation {
  /** The quantile of the population. */
  readonly truth: number;
  /** By privacy, then by rate. */
  readonly cells: readonly SimulatedSetting[];
}

/** Runs that share one stream of randomness: the unit of work, the same however many threads there are. */
const RUNS_PER_CHUNK = 20;

export const chunksOf = ({ runs }: SimulationRequest): number => Math.ceil(runs / RUNS_PER_CHUNK);

export interface SimulationSetting extends RealisedSample {
  readonly privacy: ApproximateGuarantee;
  readonly inner: ApproximateGuarantee;
}

export function checkSimulation(request: SimulationRequest): SimulationRequest {
  const { population, quantile, runs } = request;
  checkDesign({ ...request, population: population.sorted.length });
  if (isByStrata(request))
    return refuse(
      'sampling_unsupported',
      'Forecast quantiles of a stratified sample stratum by stratum; each stratum is a Bernoulli sample.',
    );
  for (const privacy of request.privacies) checkPrivacy(privacy);
  if (!(quantile >= 0 && quantile <= 1))
    return refuse('value_out_of_range', `A quantile must be a number from 0 to 1; it is ${quantile}.`);
  checkStep(request);
  if (Number.isSafeInteger(runs) && runs >= 2 && runs <= 1e6) return request;
  return refuse('value_out_of_range', `The number of runs must be a whole number from 2 to 1,000,000; it is ${runs}.`);
}

/** Candidates are counted in doubles. */
const STEPS_MOST = 2 ** 49;

function checkStep({ mechanism, step, population: { min, max } }: SimulationRequest): void {
  if (mechanism !== 'permute-and-flip') return;
  if (step === undefined)
    refuse(
      'value_out_of_range',
      'Permute-and-flip chooses among the multiples of a step. Give the step of the column.',
    );
  if (!(step! > 0 && (max - min) / step! <= STEPS_MOST))
    refuse(
      'value_out_of_range',
      `A step must be above 0, with at most 2^49 of them between the bounds; it is ${step}.`,
    );
}

/** Every privacy at every rate, with what it may spend inside. */
export function settingsOf(request: SimulationRequest): SimulationSetting[] {
  const design = { ...request, population: request.population.sorted.length };
  const rates = checkRates(request.rates).map(rate => drawnAt(design, rate));
  return request.privacies.flatMap(privacy =>
    rates.map(drawn => ({ ...drawn, privacy, inner: innerAt(design, drawn, privacy, 2) })),
  );
}

const questionOf = ({ population: { min, max }, quantile, relation, step }: SimulationRequest): BoundedQuantile => ({
  quantile,
  min,
  max,
  relation,
  step,
});

/** Runs one chunk: centre and variance for each run of each setting, in turn. */
export type RunChunk = (chunk: number) => Float64Array;

export function openChunks(request: SimulationRequest, settings: readonly SimulationSetting[]): RunChunk {
  const { population, scheme, seed, runs, mechanism } = request;
  const { sorted } = population;
  const releases = settings.map(({ inner }) => openQuantile(mechanism, questionOf(request), inner, sorted.length));
  const whole = settings.map(({ rate }, place) =>
    rate === 1 && scheme !== 'with-replacement' ? releases[place](sorted) : undefined,
  );
  const samples = new Map<number, number[]>();
  settings.forEach(({ rate }, place) => {
    if (whole[place] === undefined) samples.set(rate, [...(samples.get(rate) ?? []), place]);
  });
  return chunk => {
    const entropy = reproducibleEntropy(BigInt(seed) + (BigInt(chunk + 1) << 64n));
    const sampler = openSampler(scheme, sorted, entropy);
    const from = chunk * RUNS_PER_CHUNK;
    const count = Math.min(RUNS_PER_CHUNK, runs - from);
    const found = new Float64Array(2 * count * settings.length);
    const put = (run: number, place: number, { centre, variance }: ReturnType<ReleaseQuantile>): void => {
      found[2 * (place * count + run)] = centre;
      found[2 * (place * count + run) + 1] = variance;
    };
    for (let run = 0; run < count; run++) {
      sampler.next();
      whole.forEach((released, place) => {
        if (released !== undefined) put(run, place, released);
      });
      for (const places of samples.values()) {
        const sample = sampler.sampleAt(settings[places[0]]);
        for (const place of places) put(run, place, releases[place](sample));
      }
    }
    return found;
  };
}

/** The chunks put together, in order. */
export function gathered(
  request: SimulationRequest,
  settings: readonly SimulationSetting[],
  chunks: readonly Float64Array[],
): QuantileSimulation {
  const { population, runs } = request;
  const cells = settings.map((setting, place) => {
    const centres = new Float64Array(runs);
    const variances = new Float64Array(runs);
    chunks.forEach((found, chunk) => {
      const count = found.length / 2 / settings.length;
      for (let run = 0; run < count; run++) {
        centres[chunk * RUNS_PER_CHUNK + run] = found[2 * (place * count + run)];
        variances[chunk * RUNS_PER_CHUNK + run] = found[2 * (place * count + run) + 1];
      }
    });
    return { ...setting, centres, variances };
  });
  return { truth: quantileOf(population.sorted, questionOf(request)), cells };
}

/** All of it on this thread. */
export function simulate(request: SimulationRequest): QuantileSimulation {
  const settings = settingsOf(checkSimulation(request));
  const runChunk = openChunks(request, settings);
  return gathered(
    request,
    settings,
    Array.from({ length: chunksOf(request) }, (_, chunk) => runChunk(chunk)),
  );
}
