/** Many counts under one budget by other libraries: the standard error of one, by the noise that they say they add. */
import { type Environment, run } from './environment.ts';

interface Many {
  readonly seconds: number;
  readonly concentrated: number;
  readonly pure: number;
}

const opendp: Environment = {
  name: 'accuracy-opendp',
  packages: ['opendp[polars]==0.16.0'],
  modules: ['opendp', 'polars'],
};
const tumult: Environment = {
  name: 'accuracy-tumult',
  packages: ['tmlt.analytics==0.21.0'],
  modules: ['tmlt.analytics'],
};

/** It finds rho itself. */
export const manyByOpenDp = (questions: number, _rho: number): Many | undefined =>
  timed(() => run<Many>(opendp, './many_opendp.py', ['1', '1e-6', String(questions)]));

/** It is given rho, because it converts no budget into another. */
export const manyByTumult = (questions: number, rho: number): Many | undefined =>
  timed(() => run<Many>(tumult, './many_tumult.py', ['1', '1e-6', String(rho), String(questions)]));

function timed(work: () => Many | undefined): Many | undefined {
  const start = performance.now();
  const found = work();
  return found && { ...found, seconds: (performance.now() - start) / 1000 };
}
