/** Who asks, and under which key, are texts: the ledger keeps both for ever. */
import { expect, test } from 'vitest';
import { open } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { ask, inClinic, spentOf } from '../support/clinic.ts';

const counting = 'SELECT count(*) FROM visits';
const notTexts: readonly unknown[] = [7, null, { name: 'ada' }, ['ada'], true, Symbol('ada')];

test.each(notTexts)('an analyst who is no text is refused, and costs nothing: %s', analyst =>
  inClinic(async clinic => {
    const data = await open<PolicyInput>(clinic.policy, { analyst: analyst as string });
    await expect(ask(data, counting, { epsilon: 1 })).rejects.toMatchObject({ name: 'Refusal', code: 'type_mismatch' });
    expect(await spentOf(data)).toBe(0);
    await data.close();
  }),
);

test.each(notTexts)('so is an idempotency key: %s', idempotencyKey =>
  inClinic(async clinic => {
    const data = await clinic.open();
    const options = { epsilon: 1, idempotencyKey: idempotencyKey as string };
    await expect(ask(data, counting, options)).rejects.toMatchObject({ name: 'Refusal', code: 'type_mismatch' });
    expect(await data.deployment.ledger.budget()).toMatchObject({ spent: { epsilon: 0 }, entries: 1 });
    expect(await ask(data, counting, { epsilon: 1, idempotencyKey: '' })).toMatchObject({ recorded: false });
    await data.close();
  }),
);
