/** What is promised of a draw, tried: each trial says what is wrong, or nothing. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  auditRelease,
  checkRelease,
  compareRelease,
  drawRelease,
  listDraws,
  verifyRelease,
} from '../../../src/release/index.ts';
import { Refusal } from '../../../src/vocabulary/index.ts';
import { type Chance, chanceOf } from './chance.ts';
import { type Groups, groupsOf } from './expected.ts';
import { type Ground, type Placed, placed } from './files.ts';
import { shownBy } from './samples.ts';
import type { Case } from './tables.ts';

export interface Tried {
  readonly problem: string | undefined;
  readonly program: readonly string[];
}

export type Trial = (given: Case, seed: number, ground: Ground) => Promise<Tried>;

/** Coins by which every row is drawn, for none of them says that a row is passed over; or coins that a seed repeats. */
type Below = NonNullable<NonNullable<Parameters<typeof drawRelease>[1]>['below']>;
const everyRow = ((n: number | bigint) => (typeof n === 'bigint' ? n - 1n : n - 1)) as Below;
const repeated = (chance: Chance): Below =>
  ((n: number | bigint) => (typeof n === 'bigint' ? BigInt(chance.below(Number(n))) : chance.below(n))) as Below;

interface Drawn {
  readonly out: string;
  readonly shown: Groups;
}

async function drawn(given: Case, at: Placed, ground: Ground, below: Below): Promise<Drawn> {
  const out = join(dirname(at.data), `sample.${given.into}`);
  const { coarsen, data, table, unit } = at;
  const order = { data, table, unit, coarsen, columns: given.columns.map(({ name }) => name), out };
  await drawRelease({ ...order, epsilon: 100, delta: 0.9, rate: '0.5', threshold: given.threshold }, { below });
  return { out, shown: await shownBy(out, given, ground.connection) };
}

const kept = (groups: Groups, threshold: number): Groups =>
  new Map([...groups].filter(([, count]) => count >= threshold));

function difference(expected: Groups, found: Groups): string | undefined {
  for (const group of new Set([...expected.keys(), ...found.keys()])) {
    const [wanted, shown] = [expected.get(group) ?? 0, found.get(group) ?? 0];
    if (wanted !== shown) return `${cut(group)} is shown ${shown} times in place of ${wanted}`;
  }
  return undefined;
}

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}...` : text);

/** Every trial has its own folder, and tells what was thrown at it. */
const trial =
  (work: (given: Case, at: Placed, seed: number, ground: Ground) => Promise<string | undefined>): Trial =>
  async (given, seed, ground) => {
    const at = await placed(given, ground);
    try {
      return { problem: await work(given, at, seed, ground), program: at.program };
    } catch (thrown) {
      const said = thrown instanceof Refusal ? `${thrown.code}: ${thrown.message}` : String(thrown);
      return { problem: `stopped by ${cut(said.replaceAll(dirname(at.data), ''))}`, program: at.program };
    }
  };

/** With coins that draw every row, a sample is its table, spelled as promised, without what the threshold drops. */
const wholeTable = trial(async (given, at, _, ground) => {
  const { shown } = await drawn(given, at, ground, everyRow);
  return difference(kept(groupsOf(given), given.threshold), shown);
});

/** The same table in another order, and with a row that was spelled otherwise or was not there: only the counts differ. */
const neighbours: Trial = async (given, seed, ground) => {
  const chance = chanceOf(seed, 0);
  const rows = [...given.rows];
  const moved = rows.splice(chance.below(rows.length), 1);
  const other = { ...given, rows: chance.onceIn(2) || rows.length === 0 ? [...moved, ...rows] : rows };
  const here = await certified(given, ground);
  const there = await certified(other, ground);
  const problem =
    here.problem ??
    there.problem ??
    (here.said === there.said ? undefined : `the certificate differs: ${here.said} and ${there.said}`);
  return { problem, program: [...here.program, ...there.program] };
};

async function certified(given: Case, ground: Ground): Promise<Tried & { readonly said: string }> {
  let said = '';
  const tried = await trial(async (_, at) => {
    const { out, shown } = await drawn(given, at, ground, everyRow);
    const {
      output: _file,
      ledger: _head,
      at: _time,
      table: _name,
      ...certificate
    } = JSON.parse(readFileSync(`${out}.certificate.json`, 'utf8'));
    said = JSON.stringify(certificate);
    return difference(kept(groupsOf(given), given.threshold), shown);
  })(given, 0, ground);
  return { ...tried, said };
}

/** Of a sample by chance: what a check and a comparison count is what the files hold, and the verdict follows from it. */
const judged = trial(async (given, at, seed, ground) => {
  const { out, shown } = await drawn(given, at, ground, repeated(chanceOf(seed, 1)));
  const { data, table, coarsen } = at;
  const whole = groupsOf(given);
  const stray = [...shown].find(([group, count]) => count > (whole.get(group) ?? 0));
  if (stray !== undefined) return `${cut(stray[0])} is shown ${stray[1]} times of ${whole.get(stray[0]) ?? 0}`;
  const order = { sample: out, data, table, coarsen };
  const found = await checkRelease({ ...order, epsilon: 1 });
  const reported = [found.rows, found.sampleRows, found.distinct, found.sampleDistinct];
  const counted = [sum(whole), sum(shown), whole.size, shown.size];
  if (String(reported) !== String(counted)) return `check counts ${reported} in place of ${counted}`;
  const isBad = [...shown].some(([group, count]) => whole.get(group)! > 2 * (whole.get(group)! - count));
  if ((found.verdict === 'bad') !== isBad)
    return `check says ${found.verdict} of a sample that is ${isBad ? 'bad' : 'good'}`;
  if (shown.size === 0) return undefined;
  const compared = await compareRelease(order);
  if (compared.rows !== sum(whole) || compared.sampleRows !== sum(shown))
    return `utility counts ${compared.rows} and ${compared.sampleRows} in place of ${sum(whole)} and ${sum(shown)}`;
  const audited = await auditRelease({
    ...order,
    unit: at.unit,
    columns: given.columns.map(({ name }) => name),
    epsilon: 1,
    delta: 0.5,
  });
  return audited.rows === sum(whole) && audited.distinct === whole.size
    ? undefined
    : `audit counts ${audited.rows} and ${audited.distinct} in place of ${sum(whole)} and ${whole.size}`;
});

const sum = (groups: Groups): number => [...groups.values()].reduce((total, count) => total + count, 0);

/** Sample, certificate and page are verified as they were published, and in no other bytes. */
const witnessed = trial(async (given, at, seed, ground) => {
  const { out } = await drawn(given, at, ground, everyRow);
  const chance = chanceOf(seed, 2);
  const order = at.table === undefined ? { data: at.data } : { policy: at.data };
  const verified = (): Promise<boolean> =>
    verifyRelease({ ...order, sample: out }).then(
      () => true,
      thrown => {
        if (thrown instanceof Refusal) return false;
        throw thrown;
      },
    );
  if (!(await verified())) return 'what was published is not verified';
  for (const ending of ['.certificate.json', '.certificate.json', '.certificate.json', '', '.certificate.html']) {
    const path = `${out}${ending}`;
    const bytes = readFileSync(path);
    const [changed, how] = edited(bytes, chance);
    writeFileSync(path, changed);
    const passes = (await verified()) || (ending.endsWith('.json') && (await listsAsTrue(order, path)));
    writeFileSync(path, bytes);
    if (passes && existsSync(path)) return `sample${ending} passes, edited: ${how}`;
  }
  return undefined;
});

const listsAsTrue = (order: Parameters<typeof listDraws>[0], certificate: string): Promise<boolean> =>
  listDraws({ ...order, certificate }).then(
    ({ verified }) => verified,
    () => false,
  );

type Edited = readonly [Buffer, string];

/** A number, a space, a field that is said twice, or else a byte. */
function edited(bytes: Buffer, chance: Chance): Edited {
  const edit = chance.pick([otherNumber, oneSpaceMore, saidTwice, () => undefined]);
  return edit(bytes.toString(), chance) ?? otherByte(bytes, chance);
}

function otherNumber(text: string, chance: Chance): Edited | undefined {
  const numbers = [...text.matchAll(/\d+/g)];
  if (numbers.length === 0) return undefined;
  const { 0: number, index } = chance.pick(numbers);
  const other = String(Number(number) + 1);
  const made = text.slice(0, index) + other + text.slice(index + number.length);
  return made === text ? undefined : [Buffer.from(made), `${text.slice(Math.max(0, index - 30), index)}${other}`];
}

/** Where fields are told apart: whoever reads them reads the same. */
const oneSpaceMore = (text: string, chance: Chance): Edited | undefined =>
  before(text, chance, /(?<=[,:{])/g, () => ' ');

/** Some readers take the first, others the last. */
const saidTwice = (text: string, chance: Chance): Edited | undefined =>
  before(text, chance, /"(\w+)":/g, ([, name]) => `"${name}": null, `);

function before(
  text: string,
  chance: Chance,
  where: RegExp,
  what: (at: RegExpExecArray) => string,
): Edited | undefined {
  const places = [...text.matchAll(where)];
  if (places.length === 0) return undefined;
  const place = chance.pick(places);
  const more = what(place);
  return [Buffer.from(text.slice(0, place.index) + more + text.slice(place.index)), `${more} before ${place.index}`];
}

function otherByte(bytes: Buffer, chance: Chance): Edited {
  const changed = Buffer.from(bytes.length === 0 ? ' ' : bytes);
  const place = chance.below(changed.length);
  changed[place] ^= 1 << chance.below(8);
  return [changed, `byte ${place}`];
}

export const TRIALS: Readonly<Record<string, Trial>> = { wholeTable, neighbours, judged, witnessed };
