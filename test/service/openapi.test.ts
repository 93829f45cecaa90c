import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { served } from '../support/served.ts';

test('the description is valid, and a client that is generated from it asks a question', () =>
  served(async ({ call, server, texts }) => {
    const { body: description } = await call('ada', 'GET', '/openapi.json');
    expect(await new Validator().validate(description)).toMatchObject({ valid: true });
    const folder = resolve('.tmp/generated-client');
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/openapi.json`, JSON.stringify(description));
    execFileSync('node_modules/.bin/oazapfts', [`${folder}/openapi.json`, `${folder}/client.ts`]);
    const client = await import(/* @vite-ignore */ pathToFileURL(`${folder}/client.ts`).href);
    client.defaults.baseUrl = await server.listen({ port: 0, host: '127.0.0.1' });
    client.defaults.headers = { authorization: `Bearer ${texts.ada}` };
    const question = { sql: 'SELECT count(*) FROM visits', epsilon: 1 };
    const { status, data } = await client.ask(question);
    expect(status).toBe(200);
    expect(data.charged).toEqual({ epsilon: 1, delta: 0 });
    expect((await client.ask({ ...question, epsilon: 20 })).data.code).toBe('budget_exhausted');
  }));
