/**
 * `npm run bench -- NAME [CASE] [--rows N]`: measures the cases of bench/NAME.ts and prints a table, then everything as JSON.
 * What has a report of its own, such as `accuracy`, writes that. Each case runs in a process of its own, so that its memory is its own; exit code 1 when a promise is not kept.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Case, type Measurement, measure } from './measurement.ts';

const { positionals, values } = parseArgs({
  options: { rows: { type: 'string' }, runs: { type: 'string' }, write: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [name, only] = positionals;
const path = new URL(`./${name}.ts`, import.meta.url);
if (name === undefined || !existsSync(path)) {
  console.error(
    'usage: npm run bench -- accounting|accuracy|ask|collect|concentrated|quantiles|random|release|sample|service|smooth [case] [--rows N] [--runs N]',
  );
  process.exit(2);
}
const { cases = [], report }: Bench = await import(path.href);

if (report !== undefined) {
  const { runs, write } = values;
  await report({ ...(only !== undefined && { only }), ...(runs !== undefined && { runs: Number(runs) }), write });
} else if (only !== undefined) {
  const [chosen] = cases.filter(({ name }) => name === only);
  console.log(JSON.stringify(await measure(chosen)));
} else {
  const measured = cases.map(({ name: each }) => inItsOwnProcess(name, each));
  console.table(measured.map(asRow));
  console.log(JSON.stringify(measured));
  process.exitCode = measured.every(({ kept }) => kept) ? 0 : 1;
}

/** Cases whose speed is measured, or a report of its own. */
interface Bench {
  readonly cases?: readonly Case[];
  readonly report?: (options: { only?: string; runs?: number; write: boolean }) => Promise<void>;
}

function inItsOwnProcess(bench: string, each: string): Measurement {
  const rows = values.rows === undefined ? [] : ['--rows', values.rows];
  const words = [...process.execArgv, fileURLToPath(import.meta.url), bench, each, ...rows];
  const { stdout } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const measured: Measurement = JSON.parse(stdout);
  console.error(JSON.stringify(asRow(measured)));
  return measured;
}

function asRow({
  name,
  median,
  unit,
  seconds,
  promise,
  kept,
  megabytesPeak,
  ratios,
}: Measurement): Record<string, unknown> {
  const others = Object.fromEntries(
    Object.entries(ratios).map(([rival, ratio]) => [`${rival} / ours`, ratio.toPrecision(3)]),
  );
  return {
    name,
    median: Number(median.toPrecision(4)),
    unit,
    seconds: Number(seconds.toPrecision(3)),
    promise,
    kept,
    MB: megabytesPeak,
    ...others,
  };
}
