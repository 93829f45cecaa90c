import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type AskCase, askCase } from '../../test/support/ask-case.ts';
import { run } from '../../test/support/command.ts';

let on: AskCase;
const inCase = (name: string) => join(on.folder, name);

beforeAll(async () => {
  on = await askCase(policy => ({ ...policy, anchor: 'file:anchor' }));
});

const recover = () => run(['ledger', 'recover', '--policy', on.policy, '--reason', 'a test']);
const ask = (sql: string) => run(['ask', '--policy', on.policy, '--epsilon', '0.1', '--sql', sql]);

test('what is lost counts as spent; a lost anchor is begun anew, and nobody says that nothing was lost', async () => {
  expect(await ask('SELECT count(*) FROM visits')).toMatchObject({ exit: 0 });
  expect((await recover()).out).toContain('nothing was lost');

  await rm(inCase('visits.ledger'));
  expect((await ask('SELECT count(*) FROM visits')).err).toContain('ledger_rolled_back');
  expect((await recover()).out).toMatch(/^Recovered in entry \d+: epsilon 0\.1 now counts as spent\./);

  await rm(inCase('anchor'));
  expect((await ask('SELECT count(*) FROM visits')).err).toContain('anchor_missing');
  const { out } = await recover();
  expect(out).toContain('A new anchor was created');
  expect(out).not.toContain('nothing was lost');
  expect(await ask('SELECT count(*) FROM visits')).toMatchObject({ exit: 0 });
});
