import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inClinic, type Visit } from '../../test/support/clinic.ts';
import { run } from '../../test/support/command.ts';

const visits: readonly Visit[] = Array.from({ length: 300 }, (_, i) => ({
  patient: `p${i}`,
  ward: 'A',
  cost: 10 + (i % 7),
  age: 20 + (i % 60),
}));

// so much epsilon that no empty range beside the full ones seems to hold a row
test('from a draft by init to bounds, and from bounds to a policy that answers', () =>
  inClinic(
    async ({ folder }) => {
      const policy = join(folder, 'drafted.json');
      const bounds = (column: string, ...flags: string[]) =>
        run(['bounds', '--policy', policy, '--table', 'visits', '--column', column, '--epsilon', '20', ...flags]);
      await run(['init', join(folder, 'visits.csv'), '--out', policy]);
      expect(await bounds('age')).toMatchObject({ exit: 1, err: expect.stringContaining('policy_undecided') });

      const draft = JSON.parse(await readFile(policy, 'utf8'));
      const table = { ...draft.tables.visits, unit: 'patient', rowsPerUnit: 1 };
      const decided = { ...draft, tables: { visits: table }, budget: { epsilon: 80 } };
      await writeFile(policy, JSON.stringify(decided));
      const told = await bounds('age');
      expect(told).toMatchObject({ exit: 0, err: expect.stringContaining('Created a new ledger') });
      expect(told.out).toContain('Most values of age lie between 17 and 128.');
      expect(told.out).toContain('  "min": 17, "max": 128');
      expect(told.out).toContain('Charged epsilon 20; epsilon 60 is left of the budget.');
      const repeated = JSON.parse((await bounds('age', '--json')).out);
      expect(Object.keys(repeated).slice(0, 2)).toEqual(['min', 'max']);
      expect(repeated).toMatchObject({ min: 17, max: 128, recorded: true, remaining: { epsilon: 60, delta: 0 } });
      expect((await bounds('age')).out).toContain('found before, at no charge now');
      expect((await bounds('age', '--explain')).out).toContain('Asking would charge at most epsilon 20.');
      expect(await bounds('cost')).toMatchObject({ exit: 0 });

      const columns = { ...table.columns, age: { type: 'integer', min: 17, max: 128 } };
      const whole = Object.fromEntries(Object.entries(columns).filter(([name]) => !['cost', 'seen'].includes(name)));
      await writeFile(policy, JSON.stringify({ ...decided, tables: { visits: { ...table, columns: whole } } }));
      const ask = () => run(['ask', '--policy', policy, '--sql', 'SELECT avg(age) FROM visits', '--epsilon', '5']);
      expect(await ask()).toMatchObject({ exit: 1, err: expect.stringContaining('policy_changed') });
      expect(await run(['policy', 'accept', '--policy', policy, '--reason', 'bounds'])).toMatchObject({ exit: 0 });
      expect(await ask()).toMatchObject({ exit: 0 });
    },
    undefined,
    visits,
  ));

test('finding none says what to do, and exits like any answer', () =>
  inClinic(async ({ policy }) => {
    const words = ['bounds', '--policy', policy, '--table', 'visits', '--column', 'age'];
    const { exit, out } = await run([...words, '--epsilon', '0.01']);
    expect(exit).toBe(0);
    expect(out).toContain('No range of values of age stands out from the noise');
    expect(out).toContain('Charged epsilon 0.01');
    expect(await run(words)).toMatchObject({ exit: 2, err: expect.stringContaining('--epsilon') });
  }));

test('one column after the other: a draft is accepted, granted more, shown its budget and verified', () =>
  inClinic(
    async ({ folder, policy: whole }) => {
      const policy = join(folder, 'draft.json');
      const { source } = JSON.parse(await readFile(whole, 'utf8'));
      const open = { type: 'integer', min: null, max: null };
      const write = (age: object) =>
        writeFile(
          policy,
          JSON.stringify({
            source,
            tables: { visits: { unit: 'patient', rowsPerUnit: 1, columns: { age, cost: open } } },
            budget: { epsilon: 5 },
            ledger: 'sqlite:draft.ledger',
          }),
        );
      const bounds = (column: string) =>
        run(['bounds', '--policy', policy, '--table', 'visits', '--column', column, '--epsilon', '5']);
      await write(open);
      expect(await bounds('age')).toMatchObject({ exit: 0 });
      expect(await bounds('cost')).toMatchObject({ exit: 1, err: expect.stringContaining('budget_exhausted') });
      const grant = ['budget', 'grant', '--policy', policy, '--epsilon', '5', '--reason', 'bounds of the cost'];
      expect(await run(grant)).toMatchObject({ exit: 0 });
      await write({ type: 'integer', min: 17, max: 128 });
      expect(await bounds('cost')).toMatchObject({ exit: 1, err: expect.stringContaining('policy_changed') });
      expect(await run(['policy', 'accept', '--policy', policy, '--reason', 'age'])).toMatchObject({ exit: 0 });
      expect(await bounds('cost')).toMatchObject({ exit: 0 });
      const { out } = await run(['budget', '--policy', policy, '--json']);
      expect(JSON.parse(out)).toMatchObject({ spent: { epsilon: 10 }, remaining: { epsilon: 0 } });
      const verified = await run(['verify', join(folder, 'draft.ledger'), '--policy', policy]);
      expect(verified).toMatchObject({ exit: 0, out: expect.stringContaining('No disagreement') });
    },
    undefined,
    visits,
  ));
