import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clinicPolicy, inClinic, type Visit } from '../../test/support/clinic.ts';
import { run } from '../../test/support/command.ts';

/** 20 patients with one row each, of whom one has six more; in ten rows something does not fit. */
const visits: readonly Visit[] = [
  ...Array.from({ length: 20 }, (_, i) => ({
    patient: `p${i}`,
    ward: 'A',
    cost: 10,
    age: 30,
    seen: '2024-05-01',
    town: 'Ulm',
  })),
  ...Array.from({ length: 6 }, () => ({
    patient: 'p0',
    ward: 'B',
    cost: 10,
    age: 30,
    seen: '2024-05-01',
    town: 'Ulm',
  })),
  { patient: 'P1', ward: 'Z', cost: 500, age: 30, seen: '2031-01-01', town: 'Ulm' },
  { patient: ' p2', ward: 'C', cost: -0.5, age: 'old', seen: '2024-05-01', town: 'Ulm' },
  { ward: 'C', cost: 100, age: 30, seen: '1999-12-31' },
  { patient: 'p21', cost: 0 },
];

const checked = async (policy: string) => {
  const { exit, out } = await run(['policy', 'check', '--policy', policy, '--json']);
  expect(exit).toBe(0);
  return JSON.parse(out);
};

interface Told {
  readonly code: string;
  readonly place: string;
  readonly share: number;
}

test('what bounds, types and keys cut off is counted, with the line of the policy and the way out', () =>
  inClinic(
    async ({ folder, policy }) => {
      await writeFile(policy, JSON.stringify(clinicPolicy, null, 2));
      const { tables, warnings } = await checked(policy);
      expect(warnings).toEqual([]);
      const [{ table, rows, warnings: found }, wards] = tables;
      expect({ table, rows }).toEqual({ table: 'visits', rows: 30 });
      expect(wards).toMatchObject({ table: 'wards' });
      const told = Object.fromEntries(
        found.map(({ code, place, share }: Told) => [`${code} ${place.replace(/^.*:(\d+):\d+$/, '$1')}`, share]),
      );
      const line = (text: string): number =>
        JSON.stringify(clinicPolicy, null, 2)
          .split('\n')
          .findIndex(each => each.includes(text)) + 1;
      expect(told).toEqual({
        [`rows_cut ${line('"rowsPerUnit"')}`]: 4 / 30,
        [`unit_null ${line('"unit"')}`]: 1 / 30,
        [`ids_alike ${line('"unit"')}`]: 2 / 23,
        [`unlisted ${line('"ward": {')}`]: 1 / 30,
        [`null_values ${line('"ward": {')}`]: 1 / 30,
        [`clamped ${line('"cost": {')}`]: 2 / 30,
        [`unparsable ${line('"age": {')}`]: 1 / 30,
        [`null_values ${line('"age": {')}`]: 1 / 30,
        [`clamped ${line('"seen": {')}`]: 2 / 30,
        [`null_values ${line('"seen": {')}`]: 1 / 30,
        [`null_values ${line('"town": {')}`]: 2 / 30,
      });
      const { out } = await run(['policy', 'check', '--policy', policy]);
      expect(out).toContain('4.3 % of the people have more than 3 rows; 13.3 % of the rows are beyond that.');
      expect(out).toContain('do not publish them');
      expect(existsSync(join(folder, 'visits.ledger'))).toBe(false);
    },
    undefined,
    visits,
  ));

test.each([
  ['a type that reads nothing', { columns: { town: { type: 'integer', min: 0, max: 9 } } }, 'type_doubtful'],
  ['a key that repeats', { unit: undefined, rowsPerUnit: undefined, key: 'patient' }, 'key_repeated'],
  [
    'people whom no unit names',
    { unit: undefined, rowsPerUnit: undefined, columns: { patient: { type: 'text' } } },
    'unit_missing',
  ],
])('%s is told', (_, changes, code) =>
  inClinic(
    async ({ policy }) => {
      const tables = { visits: { ...clinicPolicy.tables.visits, ...changes } };
      await writeFile(policy, JSON.stringify({ ...clinicPolicy, tables }));
      const { tables: told } = await checked(policy);
      expect(told[0].warnings.map((warning: Told) => warning.code)).toContain(code);
    },
    undefined,
    visits,
  ),
);

test('budgets that promise little are told', () =>
  inClinic(
    async ({ policy }) => {
      await writeFile(policy, JSON.stringify({ ...clinicPolicy, budget: { epsilon: 100, delta: 0.5 } }));
      const { warnings } = await checked(policy);
      expect(warnings.map(({ code }: Told) => code)).toEqual(['epsilon_large', 'delta_large']);
    },
    undefined,
    visits,
  ));
