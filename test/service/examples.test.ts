import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { served } from '../support/served.ts';

const run = promisify(execFile);
const SQL = 'SELECT ward, count(*) FROM visits GROUP BY ward';

/** An example whose interpreter this machine lacks is skipped by name: the closing line counts it. */
const EXAMPLES = [
  { name: 'Python', command: 'python3', words: ['examples/http/ask.py'], present: ['--version'] },
  { name: 'R', command: 'Rscript', words: ['examples/http/ask.R'], present: ['-e', 'library(httr2)'] },
  { name: 'TypeScript', command: 'node', words: ['--import', 'tsx', 'examples/http/ask.ts'], present: ['--version'] },
];

for (const { name, command, words, present } of EXAMPLES)
  test.skipIf(spawnSync(command, present).status !== 0)(`the example in ${name} asks, and says why it is refused`, () =>
    served(async ({ server, texts }) => {
      const address = await server.listen({ port: 0, host: '127.0.0.1' });
      const env = { ...process.env, SORTITION_TOKEN: texts.ada };
      const { stdout } = await run(command, [...words, address, SQL, '0.5'], { env });
      expect(stdout).toMatch(/^A count -?\d+/);
      expect(stdout).toContain('charged epsilon 0.5 left 9.5');
      await expect(run(command, [...words, address, SQL, '50'], { env })).rejects.toMatchObject({
        stderr: expect.stringContaining('budget_exhausted'),
      });
    }),
  );
