/** By name, what a sceptic tries in the first ten minutes. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { ask, type Clinic, clinicPolicy, inClinic, someVisits, spentOf, withData } from '../support/clinic.ts';

const counting = 'SELECT count(*) FROM visits';
const ledgerFiles = ['visits.ledger', 'visits.ledger-wal', 'visits.ledger-shm'];

const removeLedger = (clinic: Clinic): void => {
  for (const name of ledgerFiles) rmSync(clinic.path(name), { force: true });
};

describe('ledger deleted', () => {
  test('with the process open: it refuses to go on', () =>
    withData(async (data, clinic) => {
      await ask(data, counting, { epsilon: 1 });
      removeLedger(clinic);
      const more = await data.sql('SELECT sum(cost) FROM visits');
      await expect(more.ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'ledger_rolled_back' });
    }));

  test('and replaced by an older copy: it refuses to go on', () =>
    withData(async (data, clinic) => {
      await ask(data, counting, { epsilon: 1 });
      for (const name of ledgerFiles.filter(name => existsSync(clinic.path(name))))
        renameSync(clinic.path(name), clinic.path(`${name}.away`));
      const other = await clinic.open();
      await other.close();
      const more = await data.sql('SELECT sum(cost) FROM visits');
      await expect(more.ask({ epsilon: 1 })).rejects.toMatchObject({ code: 'ledger_rolled_back' });
    }));

  test('between two runs: it is made anew, and whoever asks is told', () =>
    inClinic(async clinic => {
      const made: boolean[] = [];
      for (const deleted of [false, false, true]) {
        if (deleted) removeLedger(clinic);
        const data = await clinic.open();
        await ask(data, counting, { epsilon: 1 });
        made.push(data.deployment.ledger.created);
        await data.close();
      }
      expect(made).toEqual([true, false, true]);
    }));
});

describe('policy edited', () => {
  const visits = clinicPolicy.tables.visits;
  test.each([
    ['a larger budget', { ...clinicPolicy, budget: { epsilon: 1000 } }],
    ['another unit', { ...clinicPolicy, tables: { ...clinicPolicy.tables, visits: { ...visits, unit: 'town' } } }],
    [
      'more rows of a unit',
      { ...clinicPolicy, tables: { ...clinicPolicy.tables, visits: { ...visits, rowsPerUnit: 9 } } },
    ],
    [
      'wider bounds',
      {
        ...clinicPolicy,
        tables: {
          ...clinicPolicy.tables,
          visits: { ...visits, columns: { ...visits.columns, age: { type: 'integer', min: 0, max: 9999 } } },
        },
      },
    ],
  ] as const)('%s: refused, nothing charged', (_, edited) =>
    inClinic(async clinic => {
      const before = await clinic.open();
      await ask(before, counting, { epsilon: 1 });
      await before.close();
      clinic.write('policy.json', JSON.stringify(edited));
      const asked = (async () => {
        const data = await clinic.open();
        try {
          await ask(data, 'SELECT sum(age) FROM visits', { epsilon: 1 });
        } finally {
          await data.close();
        }
      })();
      await expect(asked).rejects.toMatchObject({ code: 'policy_changed' });
      clinic.write('policy.json', JSON.stringify(clinicPolicy));
      const after = await clinic.open();
      expect(await spentOf(after)).toBe(1);
      await after.close();
    }),
  );
});

describe('other working directory', () => {
  const home = process.cwd;
  afterEach(() => {
    process.cwd = home;
  });

  test('same data, same ledger: paths are relative to the policy', () =>
    inClinic(async clinic => {
      mkdirSync(clinic.path('elsewhere'));
      for (const folder of [home(), clinic.path('elsewhere'), '/']) {
        process.cwd = () => folder;
        const data = await clinic.open();
        await ask(data, counting, { epsilon: 1 });
        expect(await spentOf(data)).toBe(1);
        await data.close();
      }
      expect(existsSync(clinic.path('elsewhere/visits.ledger'))).toBe(false);
    }));
});

test('same question 1,000 times: one charge, one answer', () =>
  withData(async data => {
    const question = await data.sql(counting);
    const { rows } = await question.ask({ epsilon: 0.1 });
    for (let turn = 1; turn < 1000; turn += 1)
      expect(await question.ask({ epsilon: 0.1 })).toMatchObject({ rows, recorded: true, charged: { epsilon: 0 } });
    expect(await spentOf(data)).toBe(0.1);
  }));

test('`=cmd` in a key: shown as the data it is', () => {
  const formula = `=cmd|' /C calc'!A0`;
  const policy = {
    ...clinicPolicy,
    tables: {
      visits: {
        ...clinicPolicy.tables.visits,
        columns: {
          ...clinicPolicy.tables.visits.columns,
          ward: { type: 'category', values: ['A', formula, '@SUM(1)', '__proto__'] },
        },
      },
    },
  } as const;
  const visits = someVisits.map(visit => ({ ...visit, ward: formula }));
  return withData(
    async data => {
      const { rows } = await ask(data, 'SELECT ward, count(*) FROM visits GROUP BY ward', { epsilon: 8 });
      expect(rows.map(({ key }) => key.ward)).toEqual(['A', formula, '@SUM(1)', '__proto__', null]);
      const [, { values }] = rows;
      expect('estimate' in values.count && values.count.estimate).toBeGreaterThan(20);
    },
    policy,
    visits,
  );
});

describe('`read_csv` of a system file', () => {
  const call = `read_csv('/etc/passwd')`;

  test.each([
    ['FROM', `SELECT count(*) FROM ${call}`],
    ['a table in quotes', `SELECT count(*) FROM "/etc/passwd"`],
    ['a table of that name', `SELECT count(*) FROM "${call}"`],
    ['a schema', `SELECT count(*) FROM "/etc"."passwd"`],
    ['a column in quotes', `SELECT sum("${call}") FROM visits`],
    ['a condition', `SELECT count(*) FROM visits WHERE town IN (SELECT * FROM ${call})`],
    ['a join', `SELECT count(*) FROM visits JOIN ${call} AS p ON visits.town = p.column0`],
    ['a function', `SELECT sum(length(read_text('/etc/passwd'))) FROM visits`],
    ['a second statement', `${counting}; COPY (SELECT 1) TO '/tmp/stolen'`],
    ['a with', `WITH p AS (SELECT * FROM ${call}) SELECT count(*) FROM p`],
    ['an order', `SELECT ward, count(*) FROM visits GROUP BY ward ORDER BY (SELECT 1 FROM ${call})`],
  ])('in %s: refused, nothing charged', (_, sql) =>
    withData(async data => {
      const asked = ask(data, sql, { epsilon: 1 });
      await expect(asked).rejects.toMatchObject({ name: 'Refusal' });
      expect(await spentOf(data)).toBe(0);
    }),
  );

  test.each([
    ['a literal', `SELECT count(*) AS x FROM visits WHERE town = '${call.replaceAll("'", "''")}'`, {}],
    ['an alias', `SELECT count(*) AS "${call}" FROM visits`, {}],
    ['a result', `SELECT CASE WHEN age > 3 THEN '/etc/passwd' ELSE 'x' END AS k, count(*) FROM visits GROUP BY 1`, {}],
    ['an idempotency key', counting, { idempotencyKey: call }],
  ])('in %s: text like any other', (_, sql, options) =>
    withData(async data => {
      const { rows } = await ask(data, sql, { epsilon: 1, ...options });
      expect(JSON.stringify(rows)).not.toContain('root:');
      expect(await spentOf(data)).toBe(1);
    }),
  );

  test('in the name of an analyst: text like any other', () =>
    inClinic(async clinic => {
      const data = await clinic.open(call);
      await ask(data, counting, { epsilon: 1 });
      expect((await data.deployment.ledger.budget()).byAnalyst).toMatchObject([{ analyst: call }]);
      await data.close();
    }));

  test.each([
    ['the source', { ...clinicPolicy, source: { engine: 'duckdb', path: '/etc/passwd' } }],
    ['a glob', { ...clinicPolicy, source: { engine: 'duckdb', path: '/etc/*.csv' } }],
    ['an address', { ...clinicPolicy, source: { engine: 'duckdb', path: 'https://example.org/x.csv' } }],
    ['the ledger', { ...clinicPolicy, ledger: 'sqlite:/etc/passwd' }],
  ] as const)('in the policy, as %s: refused', (_, policy) =>
    inClinic(async clinic => {
      const asked = (async () => {
        const data = await clinic.open();
        try {
          await ask(data, counting, { epsilon: 1 });
        } finally {
          await data.close();
        }
      })();
      await expect(asked).rejects.toMatchObject({ name: 'Refusal' });
    }, policy),
  );

  test('as the policy itself: refused', () =>
    inClinic(async clinic => {
      clinic.write('policy.json', 'root:x:0:0');
      await expect(clinic.open()).rejects.toMatchObject({ code: 'policy_invalid' });
    }));
});

test.each([0, -0, -1, Number.NaN, Infinity, -Infinity, '0', '-1', 'NaN', 'Infinity', '', 'one', '1e-400', '1e999'])(
  'epsilon %s: refused, nothing charged',
  epsilon =>
    withData(async data => {
      const question = await data.sql(counting);
      await expect(question.ask({ epsilon })).rejects.toMatchObject({ code: 'value_out_of_range' });
      expect(() => question.explain({ epsilon })).toThrow(expect.objectContaining({ code: 'value_out_of_range' }));
      expect(await spentOf(data)).toBe(0);
    }),
);

test.each([-1e-9, 1, 2, Number.NaN, Infinity])('delta %s: refused, nothing charged', delta =>
  withData(async data => {
    const question = await data.sql(counting);
    await expect(question.ask({ epsilon: 1, delta })).rejects.toMatchObject({ code: 'value_out_of_range' });
    expect(await spentOf(data)).toBe(0);
  }),
);

test('budget exceeded by 1e-18: refused; spent to the last digit: answered', () =>
  withData(async data => {
    const question = await data.sql(counting);
    await question.ask({ epsilon: 9.9 });
    const over = question.ask({ epsilon: '0.100000000000000001' });
    await expect(over).rejects.toMatchObject({ code: 'budget_exhausted' });
    expect(await spentOf(data)).toBe(9.9);
    expect((await question.ask({ epsilon: '0.1' })).remaining.epsilon).toBe(0);
    await expect(question.ask({ epsilon: '0.000000000000000001' })).rejects.toMatchObject({ code: 'budget_exhausted' });
  }));

test('unknown analyst: another name brings no second budget', () =>
  inClinic(
    async clinic => {
      const outcomes: string[] = [];
      for (const analyst of ['ada', 'Ada', 'ada ', 'mallory', 'toString']) {
        const data = await clinic.open(analyst);
        const asked = ask(data, counting, { epsilon: 4 });
        outcomes.push(
          await asked.then(
            () => 'answered',
            ({ code }) => code,
          ),
        );
        await data.close();
      }
      expect(outcomes.filter(outcome => outcome === 'answered').length).toBeLessThanOrEqual(2);
      expect(outcomes[0]).toBe('budget_exhausted');
      const data = await clinic.open();
      expect(await spentOf(data)).toBeLessThanOrEqual(10);
      await data.close();
    },
    { ...clinicPolicy, analysts: { ada: { epsilon: 0.5 } } },
  ));

test.each([
  `x'; DROP TABLE visits; --`,
  `x' OR '1' = '1`,
  `\\'; SELECT 1; --`,
  `$1`,
  `:key`,
  `'||(SELECT town FROM visits)||'`,
])('SQL injection by the literal %j: compares as text', literal =>
  withData(
    async data => {
      const question = await data.sql(`SELECT count(*) FROM visits WHERE town = '${literal.replaceAll("'", "''")}'`);
      const { rows } = await question.ask({ epsilon: 9 });
      const { count } = rows[0].values;
      // one person bears the name; everybody else would be 41
      expect('estimate' in count && Math.abs(Number(count.estimate) - 1)).toBeLessThan(15);
    },
    undefined,
    [...someVisits, { patient: 'mallory', town: literal }],
  ),
);
