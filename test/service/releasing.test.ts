import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawRelease } from '../../src/release/index.ts';
import { certificate, draws } from '../../src/service/contract/releases.ts';
import { drawWork } from '../../src/service/jobs/draw-work.ts';
import { openReleaseFolder } from '../../src/service/release-folder.ts';
import { type Clinic, guessedPolicy, inClinic, spentOf } from '../support/clinic.ts';
import { ended } from '../support/jobs.ts';
import { type Served, served } from '../support/served.ts';

const PROMISE = { table: 'visits', columns: ['ward'], epsilon: '1', delta: 0.1, rate: '0.05' };

const draw = (call: Served['call'], more: object = {}, headers = {}) =>
  call('custodian', 'POST', '/v1/release/draw', {
    payload: { ...PROMISE, format: 'csv', name: 'june', ...more },
    headers,
  });

const drawn = async (call: Served['call'], more: object = {}) => ended(call, 'custodian', await draw(call, more));

const drawsOf = async (call: Served['call']) => (await call('custodian', 'GET', '/v1/release/draws')).body.draws;

const certified = (text: string): object => {
  const { at: _at, ledger: _ledger, output: _output, ...same } = JSON.parse(text);
  return same;
};

test('a rule over HTTP names lists of the folder that the owner names, and no other file', () =>
  served(async ({ call, clinic }) => {
    const audit = (file: string) =>
      call('custodian', 'POST', '/v1/release/audit', {
        payload: { ...PROMISE, coarsen: `ward=hierarchy:${file}` },
      });
    const lists = clinic.path('lists');
    mkdirSync(lists);
    writeFileSync(clinic.path('lists/wards.csv'), 'A;all\nB;all\nC;all\n');
    writeFileSync(clinic.path('outside.csv'), 'A;all\n');
    symlinkSync(clinic.path('outside.csv'), clinic.path('lists/link.csv'));
    expect(await audit('wards.csv')).toMatchObject({ status: 200 });
    const answers = [];
    for (const file of [
      clinic.path('lists/wards.csv'),
      clinic.path('nowhere'),
      '../outside.csv',
      'link.csv',
      '.',
      'no.csv',
    ])
      answers.push(await audit(file));
    for (const { status, body } of answers)
      expect([status, body.code, body.detail]).toEqual([
        422,
        'file_unreadable',
        expect.stringMatching(/^There is no file .* in the folder of hierarchies\.$/),
      ]);
  }));

test('a draw over HTTP is the draw of the command line: recorded, certified, and for its owner alone on disk', () =>
  served(async ({ call, clinic }) => {
    const started = await draw(call);
    expect(started).toMatchObject({ status: 202, body: { kind: 'release-draw', analyst: 'custodian' } });
    const job = await ended(call, 'custodian', started);
    expect(job).toMatchObject({ state: 'done', progress: { stage: 'published', part: 1 }, result: { rate: 0.05 } });
    const folder = clinic.path('releases');
    expect(readdirSync(folder).sort()).toEqual(['june.csv', 'june.csv.certificate.html', 'june.csv.certificate.json']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const { body: list } = await call('custodian', 'GET', '/v1/release/draws');
    expect(draws.parse(list)).toEqual(list);
    expect(list).toMatchObject({ verified: true, draws: [{ file: 'june.csv', entry: 2, reason: null }] });
    const overHttp = readFileSync(clinic.path('releases/june.csv.certificate.json'), 'utf8');
    await inClinic(async other => {
      await drawRelease({ ...PROMISE, data: other.policy, out: other.path('june.csv') });
      expect(certified(overHttp)).toEqual(certified(readFileSync(other.path('june.csv.certificate.json'), 'utf8')));
    }, guessedPolicy);
  }));

test('a second draw needs a reason, which stands in the list; a retry under its key is the first', () =>
  served(async ({ call, data }) => {
    const headers = { 'idempotency-key': 'once' };
    const first = await draw(call, {}, headers);
    expect((await draw(call, {}, headers)).body.id).toBe(first.body.id);
    expect((await draw(call, { rate: '0.01' }, headers)).body.code).toBe('idempotency_mismatch');
    expect((await ended(call, 'custodian', first)).state).toBe('done');
    expect((await draw(call, {}, headers)).body).toMatchObject({ id: first.body.id, state: 'done' });
    const repeated = await drawn(call, { name: 'july' });
    expect(repeated).toMatchObject({ state: 'refused', refusal: { code: 'release_repeated' } });
    const second = { name: 'july', reason: 'the first was lost', format: 'parquet', threshold: 'auto', delta: 5e-5 };
    expect(await drawn(call, second)).toMatchObject({ state: 'done', result: { file: 'july.parquet' } });
    expect(await spentOf(data)).toBe(1);
    expect(await drawsOf(call)).toMatchObject([
      { file: 'july.parquet', reason: 'the first was lost' },
      { file: 'june.csv' },
    ]);
  }));

test.each([
  ['an unsafe rate', { rate: '0.9' }, 'release_unsafe'],
  ['a column that is none', { columns: ['wart'] }, 'unknown_column'],
  ['another unit than the policy’s', { unit: 'ward' }, 'flags_conflict'],
  ['a rate that is none', { rate: 'NaN' }, 'value_out_of_range'],
])('%s is refused: nothing is charged, recorded or written', (_, more, code) =>
  served(async ({ call, clinic, data }) => {
    expect(await drawn(call, more)).toMatchObject({ state: 'refused', refusal: { code }, result: null });
    expect(await spentOf(data)).toBe(0);
    expect(await drawsOf(call)).toEqual([]);
    expect(existsSync(clinic.path('releases')) ? readdirSync(clinic.path('releases')) : []).toEqual([]);
  }),
);

test('a name that is taken is refused before anything is recorded, on disk or by a draw on its way', () =>
  served(async ({ call }) => {
    const both = await Promise.all([draw(call, { reason: 'first' }), draw(call, { reason: 'second' })]);
    const ends = await Promise.all(both.map(started => ended(call, 'custodian', started)));
    expect(ends.map(({ state }) => state).sort()).toEqual(['done', 'refused']);
    expect(ends.find(({ state }) => state === 'refused')?.refusal?.code).toBe('file_unwritable');
    expect((await drawn(call, { reason: 'third' })).refusal?.code).toBe('file_unwritable');
    expect(await drawsOf(call)).toHaveLength(1);
  }));

const HOSTILE = [
  '../out',
  '..',
  '.june',
  'a/b',
  'a\\b',
  'june.csv',
  'a b',
  '',
  '-rf',
  'ä',
  'a\n',
  'a\u0000',
  'x'.repeat(101),
];

test('names that lead elsewhere are refused at once, and lead to no file', () =>
  served(async ({ call }) => {
    await drawn(call);
    for (const name of HOSTILE) {
      expect({ name, ...(await draw(call, { name })) }).toMatchObject({
        name,
        status: 400,
        body: { code: 'body_invalid' },
      });
      const url = `/v1/release/files/${encodeURIComponent(`${name}.csv`)}`;
      expect((await call('custodian', 'GET', url)).status).toBeGreaterThanOrEqual(400);
    }
    for (const file of [
      'june.csv.certificate.json',
      '..%2fpolicy.json',
      '%2e%2e%2fvisits.csv',
      'visits.ledger',
      'may.csv',
    ])
      for (const part of ['', '/certificate', '/page'])
        expect({ file, ...(await call('custodian', 'GET', `/v1/release/files/${file}${part}`)) }).toMatchObject({
          status: 404,
          body: { code: 'route_unknown' },
        });
  }));

test('files are saved and never run, and are the custodian’s', () =>
  served(async ({ call, server, texts }) => {
    await drawn(call);
    for (const [url, type, name] of [
      ['/v1/release/files/june.csv', 'text/csv; charset=utf-8', 'june.csv'],
      ['/v1/release/files/june.csv/certificate', 'application/json', 'june.csv.certificate.json'],
      ['/v1/release/files/june.csv/page', 'text/html; charset=utf-8', 'june.csv.certificate.html'],
    ]) {
      const reply = await server.inject({ url, headers: { authorization: `Bearer ${texts.custodian}` } });
      expect(reply.headers).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      const policy = String(reply.headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; .*sandbox$/);
      expect(policy).not.toMatch(/unsafe|script/);
      expect((await call('ada', 'GET', url)).body.code).toBe('role_insufficient');
    }
    const { body } = await call('custodian', 'GET', '/v1/release/files/june.csv/certificate');
    expect(certificate.parse(body)).toEqual(body);
    for (const [method, url] of [
      ['POST', '/v1/release/draw'],
      ['GET', '/v1/release/draws'],
    ] as const)
      expect((await call('ada', method, url, { payload: {} })).body.code).toBe('role_insufficient');
  }));

/** The work of a draw, and whether its file was there when it could no longer be cancelled. */
async function worked(clinic: Clinic, giveUp: 'while reading' | 'once recorded') {
  const controller = new AbortController();
  const order = { ...PROMISE, data: clinic.policy, name: 'june', format: 'csv' } as const;
  let fileAtRecord: boolean | undefined;
  const end = await drawWork(
    order,
    openReleaseFolder(clinic.path('releases')),
  )({
    signal: controller.signal,
    progress: stage => {
      if (giveUp === 'while reading' && stage.startsWith('reading')) controller.abort(new RangeError('given up'));
    },
    commit: () => {
      fileAtRecord = existsSync(clinic.path('releases/june.csv'));
      if (giveUp === 'once recorded') controller.abort(new RangeError('given up'));
    },
  }).then(
    () => 'published',
    (thrown: unknown) => (thrown as Error).message,
  );
  return { end, fileAtRecord, files: readdirSync(clinic.path('releases')) };
}

test('a draw is recorded before there is a file; given up before that it leaves nothing, and after that it is finished', () =>
  inClinic(async clinic => {
    expect(await worked(clinic, 'while reading')).toEqual({ end: 'given up', fileAtRecord: undefined, files: [] });
    const { end, fileAtRecord, files } = await worked(clinic, 'once recorded');
    expect({ end, fileAtRecord }).toEqual({ end: 'published', fileAtRecord: false });
    expect(files).toContain('june.csv');
  }, guessedPolicy));
