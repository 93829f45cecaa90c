/**
 * How long the real transform takes, beside fft.js where that is installed:
 * `npx tsx bench/fft.ts [path of fft.js]`. Prints the least of many runs in milliseconds, forward and back.
 */
import { createRequire } from 'node:module';
import { realTransform } from '../src/numerics/fft/index.ts';

interface FftJs {
  createComplexArray(): number[];
  realTransform(into: number[], signal: ArrayLike<number>): void;
}

const [path] = process.argv.slice(2);
const Rival = path === undefined ? undefined : (createRequire(import.meta.url)(path) as new (size: number) => FftJs);

for (const exponent of [10, 12, 14, 16, 18, 20, 22]) {
  const size = 2 ** exponent;
  const signal = Float64Array.from({ length: size }, (_, j) => Math.sin(j * j));
  const transform = realTransform(size);
  const spectrum = transform.forward(signal);
  const back = transform.inverse(spectrum);
  const forward = leastMilliseconds(size, () => transform.forward(signal, spectrum));
  const inverse = leastMilliseconds(size, () => transform.inverse(spectrum, back));
  const line = [`2^${exponent}`, `forward ${forward.toFixed(3)} ms`, `inverse ${inverse.toFixed(3)} ms`];
  if (Rival !== undefined) {
    const rival = new Rival(size);
    const into = rival.createComplexArray();
    const milliseconds = leastMilliseconds(size, () => rival.realTransform(into, signal));
    line.push(`fft.js forward ${milliseconds.toFixed(3)} ms`, `ratio ${(milliseconds / forward).toFixed(2)}`);
  }
  console.log(line.join('   '));
}

function leastMilliseconds(size: number, run: () => void): number {
  let least = Infinity;
  for (let turn = 0; turn < Math.max(12, Math.min(400, 2 ** 24 / size)); turn++) {
    const start = performance.now();
    run();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
