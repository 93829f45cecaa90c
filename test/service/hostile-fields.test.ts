import { expect, test } from 'vitest';
import { HOSTILE_WORDS } from '../support/hostile-words.ts';
import { ended } from '../support/jobs.ts';
import { type Served, served } from '../support/served.ts';
import { BODIES, SQL } from '../support/understood-bodies.ts';

type Operation = { readonly requestBody?: object };
type Paths = Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>;

const pathsOf = async ({ call }: Served): Promise<Paths> => (await call('ada', 'GET', '/openapi.json')).body.paths;

/** The body with each of its words exchanged in turn. */
function* exchanged(body: unknown, word: string): Generator<unknown> {
  if (typeof body === 'string') yield word;
  else if (typeof body === 'object' && body !== null)
    for (const [name, part] of Object.entries(body))
      for (const other of exchanged(part, word))
        yield Array.isArray(body) ? body.with(Number(name), other) : { ...body, [name]: other };
}

test('every route with a body is tried', () =>
  served(async service => {
    const withBody = Object.entries(await pathsOf(service)).flatMap(([path, { post }]) =>
      post?.requestBody ? [path] : [],
    );
    expect(withBody.sort()).toEqual(Object.keys(BODIES).sort());
  }));

test.each(Object.keys(BODIES))('no word of a body of %s is more than a word', url =>
  served(async ({ call, data, log }) => {
    expect((await call('custodian', 'POST', url, { payload: BODIES[url] })).status).toBeLessThan(300);
    for (const word of HOSTILE_WORDS)
      for (const payload of exchanged(BODIES[url], word)) {
        const reply = await call('custodian', 'POST', url, { payload: payload as object });
        const { status } = reply;
        expect({ payload, is: status < 300 || (status >= 400 && status < 500) }).toEqual({ payload, is: true });
        // a job meets its words later, and too many at once are not looked at
        if (status === 202) await ended(call, 'custodian', reply);
      }
    expect((await call('ada', 'POST', '/v1/explain', { payload: { sql: SQL, epsilon: 0.1 } })).status).toBe(200);
    expect((await data.deployment.ledger.verify()).verified).toBe(true);
    expect(log.filter(line => line.includes('"fault"'))).toEqual([]);
  }),
);

test('no word in an address is more than a word', () =>
  served(async service => {
    const places = Object.entries(await pathsOf(service)).filter(([path]) => path.includes('{'));
    expect(places.length).toBeGreaterThan(5);
    for (const [path, { get }] of places)
      for (const word of HOSTILE_WORDS) {
        const url = path.replace(/\{\w+\}/g, encodeURIComponent(word));
        const { status, body } = await service.call('custodian', get === undefined ? 'POST' : 'GET', url);
        expect({ url, is: status >= 400 && status < 500 }).toEqual({ url, is: true });
        expect(JSON.stringify(body)).not.toContain('root:');
      }
  }));
