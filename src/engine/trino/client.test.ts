/** What a client must stand: servers that are busy, that lie, that never end. Answers of a real one are compared in `test/trino`. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { addressOf, numbersAsText, rowsOfStatement, TrinoFailure } from './client.ts';

let close = (): void => {};
afterEach(() => close());

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** A server that replies in turn, and remembers what it was asked. */
async function serving(...replies: ((origin: string, response: ServerResponse) => void)[]) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
    request.resume();
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    const reply = replies.shift();
    if (reply === undefined) return void response.writeHead(500).end();
    return reply(origin, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  const rows = async (signal?: AbortSignal): Promise<unknown[]> => {
    const found = [];
    for await (const row of rowsOfStatement(addressOf(origin.replace('://', '://ann@')), 'SELECT 1', { signal }))
      found.push(row);
    return found;
  };
  return { seen, rows, origin };
}

const page =
  (body: string, next?: string) =>
  (origin: string, response: ServerResponse): void =>
    void response.end(
      `{"id":"q"${body === '' ? '' : `,"data":${body}`}${next === undefined ? '' : `,"nextUri":"${next.replace('ORIGIN', origin)}"`}}`,
    );
const busy = (_: string, response: ServerResponse): void => void response.writeHead(503).end('busy');

describe('pages', () => {
  test('come one after the other, with every digit', async () => {
    const { rows, seen } = await serving(
      page('', 'ORIGIN/v1/statement/q/1'),
      page('[[9007199254740993, "a 1", true, null, 0.1]]', 'ORIGIN/v1/statement/q/2'),
      page('[[-2, "\\"3\\"", false, null, 1e300]]'),
    );
    expect(await rows()).toEqual([
      ['9007199254740993', 'a 1', true, null, '0.1'],
      ['-2', '"3"', false, null, '1e300'],
    ]);
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/statement',
      'GET /v1/statement/q/1',
      'GET /v1/statement/q/2',
    ]);
    expect(seen[0].headers).toMatchObject({ 'x-trino-user': 'ann', 'x-trino-source': 'sortition' });
  });

  test('are asked for again where the server is busy; the statement is not', async () => {
    const { rows, seen } = await serving(page('', 'ORIGIN/v1/statement/q/1'), busy, busy, page('[[1]]'));
    expect(await rows()).toEqual([['1']]);
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
    close();
    const refusing = await serving(busy);
    await expect(refusing.rows()).rejects.toMatchObject({ code: 'HTTP_503' });
    expect(refusing.seen).toHaveLength(1);
  });

  test('are not asked for elsewhere, whatever the server says', async () => {
    const other = await serving(page('[[1]]'));
    const closeOther = close;
    const { rows } = await serving(page('', `${other.origin}/v1/statement/q/1`));
    await expect(rows()).rejects.toMatchObject({ code: 'NEXT_PAGE_ELSEWHERE' });
    expect(other.seen).toEqual([]);
    closeOther();
  });

  test('redirections are not followed', async () => {
    const { rows } = await serving(
      (origin, response) => void response.writeHead(307, { location: `${origin}/x` }).end(),
    );
    await expect(rows()).rejects.toThrow();
  });
});

test('a failure is its name alone', async () => {
  const { rows } = await serving(
    (_, response) => void response.end('{"error":{"errorName":"DIVISION_BY_ZERO","message":"of patient Ann"}}'),
  );
  const failure = await rows().catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(TrinoFailure);
  expect(String(failure)).toBe('TrinoFailure: Trino: DIVISION_BY_ZERO');
});

test('who gives up stops the server', async () => {
  const given = new AbortController();
  const { rows, seen } = await serving(page('', 'ORIGIN/v1/statement/q/1'), () => given.abort());
  await expect(rows(given.signal)).rejects.toThrow();
  while (!seen.some(({ method }) => method === 'DELETE')) await new Promise(setImmediate);
  expect(seen.at(-1)?.path).toBe('/v1/statement/q/1');
});

describe('addresses', () => {
  test.each(['http://ann:secret@host', 'http://ann@host?accessToken=secret', 'https://host', 'nonsense secret'])(
    '%s is refused without quoting it',
    url => {
      const refusal = (() => {
        try {
          return addressOf(url);
        } catch (thrown) {
          return thrown;
        }
      })();
      expect(refusal).toMatchObject({ code: 'source_unreadable' });
      expect(String(refusal)).not.toContain('secret');
    },
  );

  test('passwords and tokens become headers', () => {
    expect(addressOf('https://ann:p%40ss@host:8443')).toEqual({
      origin: 'https://host:8443',
      headers: { 'x-trino-user': 'ann', authorization: `Basic ${Buffer.from('ann:p@ss').toString('base64')}` },
    });
    expect(addressOf('https://ann@host?accessToken=jwt').headers.authorization).toBe('Bearer jwt');
  });
});

test('numbers inside texts stay as they are', () => {
  expect(numbersAsText('{"a":[1,-2.5e10,"3 \\" 4",true,null]}')).toBe('{"a":["1","-2.5e10","3 \\" 4",true,null]}');
});
