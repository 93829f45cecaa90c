import { expect, test } from 'vitest';
import { auditRelease } from '../../src/release/index.ts';
import { inClinic } from '../support/clinic.ts';

const order = { table: 'visits', columns: ['ward'], epsilon: 1, delta: 0.1 };

test('an audit of a policy’s table is of its people, as a draw is', () =>
  inClinic(async ({ policy, fill }) => {
    fill(['1', '1', '1', '2', '2', '3'].map(patient => ({ patient, ward: 'A' })));
    expect(await auditRelease({ ...order, data: policy })).toMatchObject({ rows: 3, distinct: 3 });
    expect(await auditRelease({ ...order, data: policy, unit: 'patient' })).toMatchObject({ rows: 3 });
    await expect(auditRelease({ ...order, data: policy, unit: 'town' })).rejects.toMatchObject({
      code: 'flags_conflict',
    });
  }));

test('a file knows nobody: its rows are judged, unless a column is named', () =>
  inClinic(async ({ path, fill }) => {
    fill(['1', '1', '1', '2', '2', '3'].map(patient => ({ patient, ward: 'A' })));
    const file = { ...order, table: undefined, data: path('visits.csv') };
    expect(await auditRelease(file)).toMatchObject({ rows: 6, distinct: 1 });
    expect(await auditRelease({ ...file, unit: 'patient' })).toMatchObject({ rows: 3, distinct: 3 });
  }));
