/** The real program in a process of its own: exit codes, both streams, what it reads, and signals. The words are judged elsewhere. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { askCase } from '../../test/support/ask-case.ts';
import { commandFile, type Run, run as runHere, runnerOf } from '../../test/support/command.ts';

let file: string;
let run: Run;

beforeAll(async () => {
  file = await commandFile();
  run = runnerOf(file);
});

describe.concurrent('a process says and ends as the command does', () => {
  test.each([
    [['--version'], 0],
    [['--help'], 0],
    [['price', 'bernoulli', '--rate', '0.1', '--epsilon', '1', '--json'], 0],
    [['price', 'bernoulli', '--rate', '2', '--epsilon', '1'], 1],
    [['price', 'bernoulli', '--rate', '2', '--epsilon', '1', '--json'], 1],
    [['frobnicate'], 2],
  ])('%j', async (words, exit) => {
    const ran = await run(words);
    expect(ran).toEqual(await runHere(words));
    expect(ran.exit).toBe(exit);
  });
});

test('what comes through a pipe is read, as far as it may be', async () => {
  const workload = JSON.stringify({
    relation: 'add-remove',
    steps: [{ mechanism: { kind: 'pure', epsilon: 1 } }],
    ask: { epsilonAt: { delta: 0 } },
  });
  const { exit, out } = await run(['account', '-', '--json'], workload);
  expect({ exit, epsilon: JSON.parse(out).epsilon }).toMatchObject({ exit: 0, epsilon: { upper: expect.any(Number) } });
  const long = await run(['account', '-', '--json'], ' '.repeat(1e7));
  expect({ exit: long.exit, ...JSON.parse(long.out) }).toMatchObject({
    exit: 1,
    error: { code: 'specification_too_large' },
  });
});

test('a reader that stops reading is no fault', async () => {
  const shell = promisify(execFile);
  const { stderr } = await shell('sh', ['-c', `(sleep 0.2; ${process.execPath} ${file} --help) | true`]);
  expect(stderr).toBe('');
});

test('a service ends when it is told to', async () => {
  const { policy } = await askCase();
  const child = spawn(process.execPath, [file, 'serve', '--policy', policy, '--port', '0']);
  const ended = once(child, 'exit');
  for await (const words of child.stderr) if (String(words).includes('Listening at ')) child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
});
