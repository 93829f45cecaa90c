import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PYTHON_CONTRACT, pythonContract } from '../../scripts/python-contract.ts';
import { served } from '../support/served.ts';

const run = promisify(execFile);

test('its types are those that the service keeps to', () =>
  expect(readFileSync(PYTHON_CONTRACT, 'utf8'), 'npm run docs writes them').toBe(pythonContract()));

test.skipIf(spawnSync('python3', ['--version']).status !== 0)('the Python client asks a real service', () =>
  served(async ({ server, texts }) => {
    const address = await server.listen({ port: 0, host: '127.0.0.1' });
    const env = {
      ...process.env,
      SORTITION_ADDRESS: address,
      SORTITION_TOKEN: texts.ada,
      PYTHONPATH: 'clients/python',
    };
    const { stderr } = await run('python3', ['-B', '-m', 'unittest', 'discover', 'clients/python/tests'], { env });
    expect(stderr).toMatch(/Ran 14 tests[\s\S]*OK/);
  }),
);
