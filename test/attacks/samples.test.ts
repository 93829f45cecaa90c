/** Attacks on samples: asked often, by groups, by rows, under old names, and through whatever might tell their keys. */
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { price } from '../../src/accounting/index.ts';
import type { Data } from '../../src/answer.ts';
import type { PolicyInput } from '../../src/source/index.ts';
import { type Clinic, clinicPolicy, inClinic, spentOf, type Visit, withData } from '../support/clinic.ts';

const rich = { ...clinicPolicy, budget: { epsilon: 100, delta: 1e-3 } } as const;
const SAMPLE = "FROM visits TABLESAMPLE BERNOULLI (1) REPEATABLE ('one')";
const people = (number: number): Visit[] => Array.from({ length: number }, (_, i) => ({ patient: `p${i}`, ward: 'A' }));

describe('many questions to one sample', () => {
  test('ten that spend 1 inside a sample of 1 % charge 5.4, not ten times what one charges', () =>
    withData(async data => {
      const question = await data.sql(`SELECT count(DISTINCT patient) ${SAMPLE}`);
      const charges: number[] = [];
      for (let i = 0; i < 10; i++)
        charges.push((await question.ask({ inner: { epsilon: 1 }, fresh: true })).charged.epsilon!);
      const one = price({ operator: 'bernoulli', rate: 0.01, cost: { epsilon: 1, replace: 2 } }).epsilon;
      expect(charges[0]).toBeCloseTo(one, 9);
      expect(10 * one).toBeLessThan(0.18);
      expect(await spentOf(data)).toBeCloseTo(5.3993, 4);
      for (const [i, charge] of charges.entries()) if (i > 0) expect(charge).toBeGreaterThan(charges[i - 1]);
    }, rich));

  test('and what one may spend there shrinks from question to question', () =>
    withData(async data => {
      const question = await data.sql(`SELECT count(DISTINCT patient) ${SAMPLE}`);
      const inner: number[] = [];
      for (let i = 0; i < 4; i++) inner.push((await question.ask({ epsilon: 0.5, fresh: true })).inner.epsilon!);
      for (const [i, allowed] of inner.entries()) if (i > 0) expect(allowed).toBeLessThan(inner[i - 1]);
      expect(await spentOf(data)).toBeLessThanOrEqual(2);
    }, rich));
});

describe('a fixed-size sample', () => {
  const inner = async (data: Data<PolicyInput>, sql: string): Promise<number> =>
    (await (await data.sql(sql)).ask({ epsilon: 1 })).inner.epsilon!;

  test('is free for the mean of one group, and never by groups: a person leaves one and another enters the next', () =>
    withData(async data => {
      const grouped = await inner(
        data,
        "SELECT ward, avg(age) FROM visits TABLESAMPLE FIXED (1) REPEATABLE ('a') GROUP BY ward",
      );
      // e = 1 inside would charge 1.434
      expect(price({ operator: 'fixed-size', size: 1, cost: { epsilon: 1, replace: 2 } }).epsilon).toBeCloseTo(
        1.434,
        3,
      );
      expect(grouped).toBeLessThan(0.75);
    }, rich));

  test('tells no totals where the number of people is secret', () =>
    withData(async data => {
      const question = await data.sql("SELECT count(*) FROM visits TABLESAMPLE FIXED (10) REPEATABLE ('a')");
      await expect(question.ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'size_not_public' });
      expect(await spentOf(data)).toBe(0);
      expect(await data.samples()).toEqual([]);
    }));
});

test('a sample is of people: of a hundred with fifty rows each a tenth is chosen, each with all its rows or none', () =>
  withData(
    async data => {
      const draw = "FROM visits TABLESAMPLE BERNOULLI (10) REPEATABLE ('rows')";
      const shown = async (what: string): Promise<number> => {
        const { rows } = await (await data.sql(`SELECT ${what} AS n ${draw}`)).ask({ inner: { epsilon: 4000 } });
        return 'estimate' in rows[0].values.n ? Number(rows[0].values.n.estimate) / 10 : Number.NaN;
      };
      const [units, rows] = [await shown('count(DISTINCT patient)'), await shown('count(*)')];
      expect(rows).toBe(50 * units);
      // sampling rows would find nearly everybody
      expect(units).toBeLessThan(40);
    },
    { ...rich, budget: { epsilon: 1e5 }, tables: { visits: { ...rich.tables.visits, rowsPerUnit: 50 } } },
    people(100).flatMap(person => Array.from({ length: 50 }, () => person)),
  ));

describe('names', () => {
  const ask = async (data: Data<PolicyInput>, options: object = {}) =>
    (await data.sql(`SELECT count(DISTINCT patient) ${SAMPLE}`)).ask({ epsilon: 0.5, ...options });

  test('a retired sample is gone with its key and copies; its name drawn anew is another sample, and nothing is free', () =>
    withData(async (data, clinic) => {
      const before = await ask(data);
      const [key] = readdirSync(clinic.path('visits.ledger.keys'));
      expect(readdirSync(clinic.path('samples'))).toHaveLength(1);
      await data.retire('one', 'the study is over');
      expect(readdirSync(clinic.path('visits.ledger.keys'))).toEqual([]);
      expect(readdirSync(clinic.path('samples'))).toEqual([]);
      const after = await ask(data);
      expect(after.recorded).toBe(false);
      expect(after.inner).toEqual(before.inner);
      expect(readdirSync(clinic.path('visits.ledger.keys'))).not.toContain(key);
      expect(await spentOf(data)).toBeCloseTo(1, 9);
    }, rich));

  test('the same name for another draw is refused, and nothing is charged', () =>
    withData(async data => {
      await ask(data);
      const spent = await spentOf(data);
      for (const other of [
        "FROM visits TABLESAMPLE BERNOULLI (2) REPEATABLE ('one')",
        "FROM visits TABLESAMPLE FRACTION (1) REPEATABLE ('one')",
      ])
        await expect((await data.sql(`SELECT avg(age) ${other}`)).ask({ epsilon: 0.5 })).rejects.toMatchObject({
          code: 'sample_differs',
        });
      expect(await spentOf(data)).toBe(spent);
    }, rich));

  test('without a name every question draws anew, and the same question is still the recorded answer', () =>
    withData(async data => {
      const question = await data.sql('SELECT count(DISTINCT patient) FROM visits TABLESAMPLE BERNOULLI (50)');
      const first = await question.ask({ epsilon: 0.5 });
      expect(await question.ask({ epsilon: 0.5 })).toMatchObject({ recorded: true, rows: first.rows });
      const fresh = await question.ask({ epsilon: 0.5, fresh: true });
      expect(fresh.inner).toEqual(first.inner);
      expect(await data.samples()).toEqual([]);
    }, rich));
});

test('a ledger that was restored from a copy is refused by its anchor, and recovery counts the gap as spent', () =>
  inClinic(
    async clinic => {
      const ask = async (epsilon: number): Promise<void> => {
        const data = await clinic.open();
        await (await data.sql(`SELECT count(DISTINCT patient) ${SAMPLE}`)).ask({ epsilon });
        await data.close();
      };
      await ask(0.5);
      for (const file of ledgerFiles(clinic)) copyFileSync(clinic.path(file), clinic.path(`backup-${file}`));
      await ask(0.25);
      for (const file of ledgerFiles(clinic)) rmSync(clinic.path(file));
      for (const file of readdirSync(clinic.folder).filter(name => name.startsWith('backup-')))
        copyFileSync(clinic.path(file), clinic.path(file.slice('backup-'.length)));
      await expect(ask(0.25)).rejects.toMatchObject({ code: 'ledger_rolled_back' });
      const { recover } = await import('../../src/answer.ts');
      const { found, lost, retired } = await recover(clinic.policy, 'restored after a disk failure');
      expect({ found, retired }).toEqual({ found: 'gap', retired: ['one'] });
      expect(lost.epsilon).toBeCloseTo(0.25, 9);
      const data = await clinic.open();
      expect(await spentOf(data)).toBeCloseTo(0.75, 9);
      await data.close();
    },
    { ...rich, anchor: 'file:elsewhere.anchor' },
  ));

const ledgerFiles = ({ folder }: Clinic): string[] =>
  readdirSync(folder).filter(name => /^visits\.ledger(-wal|-shm)?$/.test(name));

test('the key of a sample is in no plan, explanation, answer, refusal or ledger entry', () =>
  withData(async (data, clinic) => {
    const question = await data.sql(`SELECT count(DISTINCT patient) ${SAMPLE}`);
    const answer = await question.ask({ epsilon: 0.5 });
    const refused = await question.ask({ epsilon: 1000 }).catch((thrown: unknown) => thrown);
    const keys = readdirSync(clinic.path('visits.ledger.keys')).map(file =>
      readFileSync(clinic.path(`visits.ledger.keys/${file}`), 'utf8').trim(),
    );
    expect(keys).toHaveLength(1);
    const shown = [question.plan, question.explain({ epsilon: 0.5 }), answer, await data.samples(), String(refused)];
    const ledger = ledgerFiles(clinic).map(file => readFileSync(clinic.path(file), 'latin1'));
    for (const text of [...shown.map(each => JSON.stringify(each)), ...ledger]) expect(text).not.toContain(keys[0]);
  }, rich));
