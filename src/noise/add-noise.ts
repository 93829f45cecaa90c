/** Exact integers in, noisy integers out: the only place where what was read from people becomes what is released. */
import { type Below, discreteGaussian, discreteLaplace } from '../random/index.ts';
import type { Noise } from './calibration.ts';

/** A sampler of this noise; its scale is checked once for all the cells of a question. */
export const noiseSource = (below: Below, { kind, scale }: Noise): (() => bigint) =>
  kind === 'discrete-laplace' ? discreteLaplace(below, scale) : discreteGaussian(below, scale);
