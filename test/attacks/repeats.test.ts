/** Asking again for better noise, replaying keys, and swapping what a key stands for. */
import { describe, expect, test } from 'vitest';
import { ask, inClinic, spentOf, withData } from '../support/clinic.ts';

const counting = 'SELECT count(*) FROM visits';
const idempotencyKey = 'monday';

describe('an idempotency key', () => {
  test('that is replayed charges once and tells the same, word for word', () =>
    withData(async data => {
      const question = await data.sql(counting);
      const first = await question.ask({ epsilon: 1, idempotencyKey });
      const again = await question.ask({ epsilon: 1, idempotencyKey });
      expect(again).toMatchObject({ rows: first.rows, recorded: true, charged: { epsilon: 0 }, entry: first.entry });
      expect(await spentOf(data)).toBe(1);
    }));

  test('pays once for fresh noise too', () =>
    withData(async data => {
      const question = await data.sql(counting);
      const first = await question.ask({ epsilon: 1, idempotencyKey, fresh: true });
      expect((await question.ask({ epsilon: 1, idempotencyKey, fresh: true })).rows).toEqual(first.rows);
      expect(await spentOf(data)).toBe(1);
    }));

  test.each([
    ['another question', 'SELECT sum(cost) FROM visits', { epsilon: 1 }],
    ['another epsilon', counting, { epsilon: 2 }],
    ['a delta', counting, { epsilon: 1, delta: 1e-6 }],
    ['fresh noise', counting, { epsilon: 1, fresh: true }],
  ])('of one question does not open %s', (_, sql, options) =>
    withData(async data => {
      await ask(data, counting, { epsilon: 1, idempotencyKey });
      const other = await data.sql(sql);
      await expect(other.ask({ ...options, idempotencyKey })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
      expect(await spentOf(data)).toBe(1);
    }),
  );

  test('belongs to one analyst: the same word of another one pays for itself', () =>
    inClinic(async clinic => {
      for (const [analyst, spent] of [
        ['ada', 1],
        ['bob', 2],
      ] as const) {
        const data = await clinic.open(analyst);
        const answer = await ask(data, counting, { epsilon: 1, idempotencyKey });
        expect(answer.recorded).toBe(false);
        expect(await spentOf(data)).toBe(spent);
        await data.close();
      }
    }));

  test('is still known after the process that used it', () =>
    inClinic(async clinic => {
      const answers: unknown[] = [];
      for (let run = 0; run < 2; run += 1) {
        const data = await clinic.open();
        answers.push((await ask(data, counting, { epsilon: 1, idempotencyKey })).rows);
        expect(await spentOf(data)).toBe(1);
        await data.close();
      }
      expect(answers[1]).toEqual(answers[0]);
    }));
});

test('one question in many spellings is one question', () =>
  withData(async data => {
    const spellings = [counting, 'select  COUNT( * )\nfrom "visits" -- again', 'SELECT count(*) AS count FROM visits'];
    const rows = await Promise.all(spellings.map(async sql => (await data.sql(sql)).plan));
    expect(new Set(rows.map(plan => JSON.stringify(plan))).size).toBe(1);
    for (const sql of spellings) await ask(data, sql, { epsilon: '1.0' });
    expect(await spentOf(data)).toBe(1);
  }));

test('the same question at the same moment draws noise once', () =>
  withData(async data => {
    const question = await data.sql(counting);
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => question.ask({ epsilon: 1 })));
    const released = outcomes.flatMap(outcome =>
      outcome.status === 'fulfilled' ? [JSON.stringify(outcome.value.rows)] : [],
    );
    const refused = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(new Set(released).size).toBe(1);
    expect(new Set([...refused, 'in_progress'])).toEqual(new Set(['in_progress']));
    expect(await spentOf(data)).toBe(1);
  }));
