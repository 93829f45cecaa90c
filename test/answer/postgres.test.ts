/** The whole road on PostgreSQL: both doors, every kind of aggregate, ledger and repeats; and beside it DuckDB. */
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine } from '../../src/engine/index.ts';
import { type Answered, open } from '../../src/index.ts';
import { check } from '../../src/plan/index.ts';
import { fromSql } from '../../src/query/index.ts';
import { loadPolicy, type PolicyInput } from '../../src/source/index.ts';
import { resultsOf } from '../engines/results.ts';
import { ask, type Clinic, inClinic, spentOf } from '../support/clinic.ts';
import { openDatabase, type PostgresServer } from '../support/postgres.ts';
import { filePolicy, fillPostgres, postgresPolicy } from './postgres-clinic.ts';

const started = await openDatabase();
const server = started as PostgresServer;
afterAll(() => started?.stop());

const VARIABLE = 'SORTITION_TEST_DATABASE';
const onVariable = { ...postgresPolicy, source: { engine: 'postgres', url: `env:${VARIABLE}` } } satisfies PolicyInput;

const inPostgres = (work: (clinic: Clinic) => Promise<void>, policy: PolicyInput = postgresPolicy): Promise<void> =>
  inClinic(async clinic => {
    rmSync(clinic.path('visits.csv'));
    clinic.write('database.url', `${server.url}\n`);
    await work(clinic);
  }, policy);

const QUESTIONS = {
  count: 'SELECT count(*) FROM visits',
  units: 'SELECT count(DISTINCT patient) FROM visits WHERE age >= 50',
  sum: 'SELECT sum(cost) FROM visits',
  several: 'SELECT sum(age) AS s, avg(cost) AS m, stddev(age) AS d FROM visits',
  public: 'SELECT ward, count(*), sum(age) FROM visits GROUP BY ward',
  private: 'SELECT town, count(*) FROM visits GROUP BY town',
  joined: 'SELECT floor, count(*) FROM visits JOIN wards ON visits.ward = wards.ward GROUP BY floor',
  median: 'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY age) AS middle FROM visits',
} as const;
type Name = keyof typeof QUESTIONS;
const names = Object.keys(QUESTIONS) as Name[];

/** So much that the noise rounds to nothing; where delta is needed, so much that every key is found. */
const dear = (name: Name) => ({ epsilon: 2_000_000, delta: name === 'private' ? 0.1 : 0 });

/** Numbers by key, without the decoration. */
const releasedIn = ({ rows }: Answered): Record<string, number[]> =>
  Object.fromEntries(
    rows.map(({ key, values }) => [
      Object.values(key).join(),
      Object.values(values).map(
        value => Math.round(Number('estimate' in value ? value.estimate : Number.NaN) * 1e6) / 1e6,
      ),
    ]),
  );

describe.skipIf(started === undefined)('PostgreSQL', () => {
  beforeAll(async () => {
    await fillPostgres(server);
    process.env[VARIABLE] = server.url;
  });
  afterAll(() => void delete process.env[VARIABLE]);

  test('answers are what the table adds up to', () =>
    inPostgres(async clinic => {
      const data = await clinic.open();
      const answers = {} as Record<Name, Record<string, number[]>>;
      for (const name of names) answers[name] = releasedIn(await ask(data, QUESTIONS[name], dear(name)));
      const { several, median, ...others } = answers;
      expect(others).toEqual({
        count: { '': [40] },
        units: { '': [10] },
        sum: { '': [390] },
        public: { A: [14, 553], B: [13, 507], C: [13, 520], '': [0, 0] },
        private: { Ulm: [20], Bonn: [20] },
        joined: { 0: [0], 1: [14], 2: [13], 3: [0], '': [0] },
      });
      const [sum, mean, deviation] = several[''];
      expect([sum, mean]).toEqual([1580, 9.75]);
      expect(deviation).toBeCloseTo(Math.sqrt(133.25), 0);
      expect([39, 40]).toContain(median[''][0]);
      await data.close();
    }));

  test.each(names)('%s: DuckDB adds up the same numbers', name =>
    inPostgres(clinic =>
      inClinic(async files => {
        const exact = async (path: string) => {
          const policy = await loadPolicy(path);
          const engine = await openEngine(policy);
          const checked = check(await fromSql(QUESTIONS[name], policy), policy);
          return resultsOf(engine, checked, { key: '5a'.repeat(32) }).finally(() => engine.close());
        };
        const found = await exact(clinic.policy);
        expect(found.size).toBeGreaterThan(0);
        expect(found).toEqual(await exact(files.policy));
      }, filePolicy),
    ),
  );

  test('a table made in a hundred steps is answered on both engines, and in more refused for free', () => {
    const inSteps = async (clinic: Clinic) => {
      const data = await clinic.open();
      const made = (steps: number) => {
        let visits = data.table('visits');
        for (let step = 0; step < steps; step++) visits = visits.where(({ age }) => age.atLeast(step % 2));
        return visits.count();
      };
      await expect(made(100).ask({ epsilon: 1 })).resolves.toMatchObject({ charged: { epsilon: 1 } });
      await expect(made(101).ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'plan_too_large' });
      expect(await spentOf(data)).toBe(1);
      await data.close();
    };
    return inPostgres(async clinic => {
      await inSteps(clinic);
      await inClinic(inSteps, filePolicy);
    });
  });

  test('the typed API asks the same questions, and a repeat costs nothing', () =>
    inPostgres(async clinic => {
      const source = { ...onVariable.source, version: '1' };
      const data = await open({ ...onVariable, source, ledger: `sqlite:${clinic.path('typed.ledger')}` });
      const visits = data.table('visits');
      const questions = {
        count: visits.count(),
        sum: visits.sum('cost'),
        private: visits.count().byPrivate('town'),
        joined: visits.join('wards', { on: 'ward' }).count().by('floor'),
      };
      for (const [name, question] of Object.entries(questions) as [keyof typeof questions, typeof questions.count][]) {
        const answer = await question.ask(dear(name));
        expect(answer).toMatchObject({ recorded: false, charged: dear(name) });
        const again = await (await data.sql(QUESTIONS[name])).ask(dear(name));
        expect(again).toMatchObject({ recorded: true, charged: { epsilon: 0, delta: 0 }, rows: answer.rows });
      }
      expect((await data.deployment.ledger.budget()).spent).toEqual({ epsilon: 8_000_000, delta: 0.1 });
      expect(await data.deployment.ledger.verify()).toMatchObject({ verified: true });
      await data.close();
    }));

  describe('a way in that is not there is refused, and costs nothing', () => {
    const refused = (code: string, spoil: (clinic: Clinic) => void | Promise<void>, policy?: PolicyInput) =>
      inPostgres(async clinic => {
        await spoil(clinic);
        const data = await clinic.open();
        const refusal = await ask(data, QUESTIONS.count, { epsilon: 1 }).catch(thrown => thrown);
        expect(refusal).toMatchObject({ name: 'Refusal', code });
        expect(refusal.message).not.toMatch(/secret|127\.0\.0\.1/);
        expect(await spentOf(data)).toBe(0);
        await data.close();
      }, policy);
    const elsewhere = (url: string) => ({ ...postgresPolicy, source: { engine: 'postgres', url } }) as const;

    test('a variable that is not set', () =>
      refused('source_unreadable', () => {}, elsewhere('env:SORTITION_TEST_NOWHERE')));

    test('a file that is missing', () => refused('source_unreadable', ({ path }) => rmSync(path('database.url'))));

    test.each([
      '',
      '\n',
      'secret',
      'host=127.0.0.1 password=secret',
      'postgres://',
      'mysql://owner:secret@127.0.0.1/x',
    ])('a file that holds %j', content => refused('source_unreadable', ({ write }) => write('database.url', content)));

    test.each(['postgres://owner:secret@127.0.0.1:99999/x', 'postgres://[secret/x', 'postgres://secret.invalid/x'])(
      'an address that leads nowhere: %s',
      content => refused('source_unreadable', ({ write }) => write('database.url', content)),
    );

    test.each([
      ['the schema', 'REVOKE ALL ON SCHEMA public FROM stranger, public'],
      [
        'one column',
        'GRANT USAGE ON SCHEMA public TO stranger; GRANT SELECT (patient, ward, age) ON visits TO stranger',
      ],
      ['the table', 'GRANT SELECT ON wards TO stranger; REVOKE ALL ON visits FROM stranger'],
    ])('a role that may not read %s', async (_, rights) => {
      await server.run('DROP ROLE IF EXISTS stranger; CREATE ROLE stranger LOGIN');
      await server.run(`GRANT USAGE ON SCHEMA public TO stranger; ${rights}`);
      try {
        await refused('source_unreadable', ({ write }) =>
          write('database.url', server.url.replace('owner', 'stranger')),
        );
      } finally {
        await server.run('DROP OWNED BY stranger; DROP ROLE stranger; GRANT USAGE ON SCHEMA public TO public');
      }
    });

    test('a table that is not there', async () => {
      await server.run('ALTER TABLE visits RENAME TO gone');
      await refused('source_mismatch', () => {}).finally(() => server.run('ALTER TABLE gone RENAME TO visits'));
    });
  });

  test('a role that may only read is enough', async () => {
    await server.run('CREATE ROLE reader LOGIN; GRANT SELECT ON visits, wards TO reader');
    await inPostgres(async clinic => {
      clinic.write('database.url', server.url.replace('owner', 'reader'));
      const data = await clinic.open();
      expect(releasedIn(await ask(data, QUESTIONS.joined, dear('joined')))).toMatchObject({ 1: [14] });
      await data.close();
    });
  });
});
