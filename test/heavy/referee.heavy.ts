/** Every referee for ten minutes, on cases that no run before it had: the seed is the day's, and is printed with what it finds. */
import { expect, test } from 'vitest';
import { REFEREES, type Run } from '../referee/referee.ts';

const SECONDS = 600;
const seed = Math.floor(Date.now() / 86_400_000);

test.each(REFEREES)('%s', async name => {
  const { run } = (await import(`../referee/${name}/referee.ts`)) as { readonly run: Run };
  const { runs, failures } = await run({ seconds: SECONDS, seed, say: line => console.info(line) });
  console.info(`${name}, seed ${seed}: ${runs} runs`);
  expect(failures).toEqual([]);
});
