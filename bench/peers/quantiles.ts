/** Quantiles by OpenDP: its noisy max over the same candidates, at the same epsilon. */
import { type Environment, run } from './environment.ts';

const environment: Environment = { name: 'peers-quantiles', packages: ['opendp==0.16.0'], modules: ['opendp'] };

interface Asked {
  readonly tables: readonly (readonly number[])[];
  readonly rank: string;
  readonly epsilon: string;
  readonly high: number;
  readonly draws: number;
}

export const quantilesByOpenDp = ({ tables, rank, epsilon, high, draws }: Asked) =>
  run<{ readonly seconds: number; readonly answers: readonly (readonly number[])[] }>(environment, './quantiles.py', [
    ...[rank, epsilon, String(high), String(draws)],
    JSON.stringify(tables),
  ]);
