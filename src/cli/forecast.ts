/** `sortition forecast STATISTIC`: the error to expect at each sampling rate, and the best rate, before anything is spent. */
import type { Command } from 'commander';
import {
  type Forecast,
  forecast,
  forecastQuantile,
  type QuantileForecast,
  schemes,
  type Weighted,
  weightedForecast,
} from '../forecast/index.ts';
import { number, numbers, rates, read } from './flags.ts';
import { type ForecastData, lookedAt } from './forecast-data.ts';
import {
  additiveMechanism,
  designOf,
  type ForecastFlags,
  needed,
  quantileMechanism,
  readStrata,
  statisticOf,
} from './forecast-flags.ts';
import { forecastFigure } from './forecast-plot.ts';
import { readMembers } from './forecast-set.ts';
import { describeForecast } from './forecast-text.ts';
import { checkWritable, writeOut } from './output-file.ts';
import { progressBar } from './progress-bar.ts';
import type { Reply, Talk } from './reply.ts';

export function addForecast(program: Command, { say, input }: Talk): void {
  program
    .command('forecast')
    .description('the expected error at each sampling rate, and the best rate, before anything is spent')
    .argument('<statistic>', 'count, sum, mean, variance, histogram, median, quantile; or set, with --of')
    .requiredOption('--epsilon <number>', 'the epsilon to charge the population', read(number, 'epsilon'))
    .option('--delta <number>', 'the delta to charge the population (default: 0)', read(number, 'delta'))
    .option('--population <number>', 'number of units', read(number, 'population'))
    .option('--variance <number>', 'of the values in the population', read(number, 'variance'))
    .option('--range <number>', 'largest possible value minus smallest', read(number, 'range'))
    .option('--mean <number>', 'of the values (default: the middle of their range)', read(number, 'mean'))
    .option('--min <number>', 'smallest possible value', read(number, 'min'))
    .option('--max <number>', 'largest possible value', read(number, 'max'))
    .option('--step <number>', 'the step that values are multiples of, for discrete noise', read(number, 'step'))
    .option(
      '--kurtosis <number>',
      'of the values, for a variance (default: 3, that of a normal distribution)',
      read(number, 'kurtosis'),
    )
    .option('--share <number>', 'the share of units that are counted', read(number, 'share'))
    .option('--shares <numbers>', 'the share of units in each bin of a histogram', read(numbers, 'shares'))
    .option('--quantile <number>', 'which quantile, from 0 to 1', read(number, 'quantile'))
    .option('--data <file>', 'a file of values to simulate with; the forecast is then not private')
    .option('--column <name>', 'the column of --data')
    .option('--table <name>', 'the table, where --data is a database')
    .option(
      '--distribution <law>',
      'or an assumed distribution: lognormal:5,0.5, normal, uniform, beta, bimodal; joined by +',
    )
    .option(
      '--mechanism <name>',
      'laplace, discrete-laplace, gaussian; for quantiles smooth, smooth-printed, exponential, permute-and-flip',
    )
    .option('--sampling <scheme>', `${schemes.slice(0, -1).join(', ')} or ${schemes.at(-1)} (default: fixed-size)`)
    .option(
      '--strata <pairs>',
      'SHARE:RATIO,...: shares of the population and their relative sampling rates',
      readStrata,
    )
    .option('--relation <relation>', 'replace-one (the population size is public) or add-remove')
    .option('--rates <numbers>', 'the rates to compare (default: search for the best rate)', read(rates, 'rates'))
    .option('--runs <number>', 'number of simulated runs (default: 1000)', read(number, 'runs'))
    .option('--seed <number>', 'makes the simulation reproducible (default: 1)', read(number, 'seed'))
    .option('--of <file>', 'JSON that lists the statistics of a set, each with its weight')
    .option('--plot <file>', 'draw error against rate to this SVG file')
    .option('--json', 'one JSON object on standard output')
    .action(async (statistic: string, flags: ForecastFlags) => say(await forecastReply(statistic, flags, input)));
}

async function forecastReply(kind: string, flags: ForecastFlags, input: Talk['input']): Promise<Reply> {
  if (flags.plot !== undefined) await checkWritable(flags.plot);
  const { found, looked } = kind === 'set' ? await setForecast(flags, input) : await oneForecast(kind, flags, 1);
  if (flags.plot !== undefined) {
    // Drawing takes longer to load than most forecasts to make.
    const { drawFigure } = await import('../figure/index.ts');
    await writeOut(flags.plot, drawFigure(forecastFigure(kind, found)));
  }
  const privacy = { epsilon: flags.epsilon, delta: flags.delta ?? 0 };
  return { json: { ...found, ...seenIn(looked) }, text: describeForecast(found, privacy, looked) };
}

interface Found {
  readonly found: Forecast | QuantileForecast;
  readonly looked: readonly ForecastData[];
}

/** `part` is what the statistic gets of what may be spent inside. */
async function oneForecast(kind: string, flags: ForecastFlags, part: number): Promise<Found> {
  const looked = await lookedAt(flags);
  const shared = { epsilon: flags.epsilon, delta: flags.delta ?? 0, ...designOf(flags), part, rates: flags.rates };
  const found =
    kind === 'median' || kind === 'quantile'
      ? await forecastQuantile(
          { ...shared, ...simulationOf(kind, flags), ...needed('--data or --distribution', looked) },
          { progress: progressBar(process.stderr, 'Simulating') },
        )
      : forecast({
          ...shared,
          statistic: statisticOf(kind, flags, looked?.population),
          mechanism: additiveMechanism(flags),
          population: looked?.population.sorted.length ?? needed('--population', flags.population),
        });
  return { found, looked: looked === undefined ? [] : [looked] };
}

const simulationOf = (kind: 'median' | 'quantile', flags: ForecastFlags) => ({
  quantile: kind === 'median' ? 0.5 : needed('--quantile', flags.quantile),
  mechanism: quantileMechanism(flags),
  step: flags.step,
  runs: flags.runs ?? 1000,
  seed: flags.seed ?? 1,
});

/** One sample for all: its rates are looked at, and none between them. */
async function setForecast(flags: ForecastFlags, input: Talk['input']): Promise<Found> {
  const members = await readMembers(needed('--of', flags.of), flags, input);
  const weighted: Weighted[] = [];
  const looked: ForecastData[] = [];
  for (const member of members) {
    const one = await oneForecast(member.statistic, member.flags, 1 / members.length);
    weighted.push({ weight: member.weight, forecast: one.found });
    looked.push(...one.looked);
  }
  return { found: weightedForecast(weighted), looked };
}

/** Of all columns that were looked at. */
const seenIn = (looked: readonly ForecastData[]) =>
  looked.length === 0
    ? undefined
    : {
        clamped: looked.reduce((sum, { population }) => sum + population.clamped, 0),
        missing: looked.reduce((sum, { missing }) => sum + missing, 0),
        custodianOnly: looked.some(({ fromData }) => fromData),
      };
