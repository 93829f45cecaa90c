/** Who gives up before anything is charged pays nothing. */
import { expect, test } from 'vitest';
import { open, type PolicyInput, Refusal } from '../../src/index.ts';
import { askCase } from '../support/ask-case.ts';
import { ask, inClinic } from '../support/clinic.ts';

test('a question that was given up before its charge costs nothing, and can be asked again', async () => {
  const { policy } = await askCase();
  const data = await open(policy);
  const question = data.table('visits').count();
  const reason = new Refusal('cancelled', 'Stopped.');
  await expect(question.ask({ epsilon: 1, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect((await data.deployment.ledger.budget()).spent).toEqual({ epsilon: 0, delta: 0 });
  expect(await question.ask({ epsilon: 1 })).toMatchObject({ recorded: false, charged: { epsilon: 1, delta: 0 } });
  await data.close();
});

test('whoever opens the data may stop all questions, and give each a time', () =>
  inClinic(async clinic => {
    const stop = new AbortController();
    const data = await open<PolicyInput>(clinic.policy, { signal: stop.signal, timeoutMilliseconds: 60_000 });
    await ask(data, 'SELECT count(*) FROM visits', { epsilon: 1 });
    stop.abort();
    await expect(ask(data, 'SELECT sum(cost) FROM visits', { epsilon: 1 })).rejects.toThrow();
    await expect(open<PolicyInput>(clinic.policy, { signal: stop.signal })).rejects.toThrow();
    await data.close();
  }));
