/** The values that a forecast may look at: a column of a file, or draws from a declared law. */
import {
  type Distribution,
  naturalBounds,
  type Population,
  populationOf,
  readDistribution,
  valuesOf,
} from '../forecast/populations/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { type ForecastFlags, needed } from './forecast-flags.ts';

export interface ForecastData {
  readonly population: Population;
  /** Rows of a file without a number; 0 where values are drawn. */
  readonly missing: number;
  /** Whether people's data were read. */
  readonly fromData: boolean;
}

/** Undefined where neither data nor a law are given. */
export async function lookedAt(flags: ForecastFlags): Promise<ForecastData | undefined> {
  const { data, distribution } = flags;
  if (data !== undefined && distribution !== undefined)
    return refuse('flags_conflict', 'Give --data or --distribution, not both.');
  if (data !== undefined) return ofFile(data, flags);
  return distribution === undefined ? undefined : ofLaw(readDistribution(distribution), flags);
}

async function ofFile(path: string, flags: ForecastFlags): Promise<ForecastData> {
  const column = needed('--column', flags.column);
  const bounds = { min: needed('--min', flags.min), max: needed('--max', flags.max) };
  // Engines take longer to load than other commands to run.
  const { openDataFile, readNumbers } = await import('../engine/index.ts');
  const file = await openDataFile(path, { table: flags.table });
  try {
    const { values, missing } = await readNumbers(file, column);
    return { population: populationOf(values, bounds), missing, fromData: true };
  } finally {
    await file.engine.close();
  }
}

function ofLaw(distribution: Distribution, flags: ForecastFlags): ForecastData {
  const natural = naturalBounds(distribution);
  const bounds = {
    min: needed('--min', flags.min ?? natural?.min),
    max: needed('--max', flags.max ?? natural?.max),
  };
  const values = valuesOf(distribution, needed('--population', flags.population), flags.seed ?? 1);
  return { population: populationOf(values, bounds), missing: 0, fromData: false };
}
