/**
 * What privacy costs in time, on 50 million rows of 5 million patients: each question by its whole road, in turn with the
 * query a person would write for the same engine and file, and beside other libraries where they can be installed.
 * `--rows 1000000` asks a smaller table.
 */
import { parseArgs } from 'node:util';
import { byHand, privately, type Unit } from './ask/questions.ts';
import { visits, WARDS } from './ask/visits.ts';
import type { Case } from './measurement.ts';
import { questionPeers } from './peers/questions.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000000' } }, allowPositionals: true });
const rows = Number(values.rows);
const megabytes = 2000;

/** By hand, with the same clamp, step and keys. */
const steps = `CAST(floor(CASE WHEN cost < 0 THEN 0 WHEN cost > 1000 THEN 1000 ELSE cost END / 0.01 + 0.5) AS BIGINT)`;
const ward = `CASE WHEN ward IN (${WARDS.map(value => `'${value}'`).join(', ')}) THEN ward END`;

interface Comparison {
  readonly name: string;
  readonly unit: Unit;
  readonly asked: string;
  readonly hand: string;
  readonly raw?: string;
  /** What others call the question. */
  readonly peers?: string;
}

/** Rows are units: nothing but clamping and rounding stands between the question and the engine. */
const ofRows: readonly Omit<Comparison, 'unit'>[] = [
  {
    // with a condition, for without one no row is read: the file's footer knows how many there are
    name: 'rows: count where',
    asked: 'SELECT count(*) FROM visits WHERE cost > 500',
    hand: `SELECT count(*) FROM visits WHERE ${steps} > 50000`,
    raw: 'SELECT count(*) FROM visits WHERE cost > 500',
    peers: 'count',
  },
  {
    name: 'rows: sum',
    asked: 'SELECT sum(cost) FROM visits',
    hand: `SELECT sum(${steps}) FROM visits`,
    raw: 'SELECT sum(cost) FROM visits',
    peers: 'sum',
  },
  {
    name: 'rows: sum by ward',
    asked: 'SELECT ward, sum(cost) FROM visits GROUP BY ward',
    hand: `SELECT ${ward} AS ward, sum(${steps}) FROM visits GROUP BY ALL ORDER BY ward`,
    raw: 'SELECT ward, sum(cost) FROM visits GROUP BY ward ORDER BY ward',
    peers: 'sum-by-ward',
  },
];

/** The plain query that adds up by patient first, as whoever bounds patients must, but bounds nothing. */
const byPatient = (what: 'count' | 'sum', key?: 'region' | 'ward'): Pick<Comparison, 'asked' | 'hand'> => {
  const [asked, added] = what === 'count' ? ['count(*)', 'count(*)'] : ['sum(cost)', 'sum(cost)'];
  const [listed, grouped] = key === undefined ? ['', ''] : [`${key}, `, ` GROUP BY ${key}`];
  const each = `SELECT patient, ${listed}${added} AS added FROM visits GROUP BY patient${key === undefined ? '' : `, ${key}`}`;
  return {
    asked: `SELECT ${listed}${asked} FROM visits${grouped}`,
    hand: `SELECT ${listed}sum(added) FROM (${each})${grouped}`,
  };
};

const few: Unit = { rowsPerUnit: 20 };
const many: Unit = { rowsPerUnit: 10 };

const ofPatients: readonly Comparison[] = [
  { name: 'patients: count', unit: many, ...byPatient('count') },
  { name: 'patients: sum', unit: many, ...byPatient('sum') },
  { name: 'patients: count by region, one each', unit: many, ...byPatient('count', 'region') },
  { name: 'patients: count by ward, 0.2 % crowded', unit: few, ...byPatient('count', 'ward') },
  { name: 'patients: sum by ward, 0.2 % crowded', unit: few, ...byPatient('sum', 'ward') },
  {
    name: 'patients: count by ward, 42 % crowded',
    unit: many,
    ...byPatient('count', 'ward'),
    peers: 'unit-count-by-ward',
  },
  { name: 'patients: sum by ward, 42 % crowded', unit: many, ...byPatient('sum', 'ward') },
];

const comparison = (promise: number, { name, unit, asked, hand, raw, peers }: Comparison): Case => ({
  name,
  work: privately(rows, unit, asked),
  against: byHand(rows, hand),
  promise,
  megabytes,
  turns: 3,
  beside: {
    ...(raw !== undefined && { raw: secondsOf(byHand(rows, raw)) }),
    ...(peers !== undefined && questionPeers(peers, rows, () => visits(rows))),
  },
});

export const cases: readonly Case[] = [
  ...ofRows.map(each => comparison(1.15, { ...each, unit: 'row' })),
  ...ofPatients.map(each => comparison(1.75, each)),
];

/** The second of two turns, in seconds. */
function secondsOf(work: () => Promise<unknown>): () => Promise<number> {
  return async () => {
    await work();
    const start = performance.now();
    await work();
    return (performance.now() - start) / 1000;
  };
}
