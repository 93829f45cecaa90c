/** The reference is that of the code: `npm run docs` writes it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENTRY_POINTS, type Exported, exportsOf } from '../scripts/reference/api.ts';
import { apiPage } from '../scripts/reference/api-page.ts';
import { commandsPage, runnable, ungrouped } from '../scripts/reference/commands.ts';
import { httpPage, type OpenApi } from '../scripts/reference/http.ts';
import { theDescription, theProgram } from '../scripts/reference/pages.ts';
import { schemaText } from '../scripts/reference/schema-text.ts';
import { complaintOf, mentionedIn } from './support/mentioned-commands.ts';
import { readProject } from './tidy/sources.ts';

const page = (name: string): string => readFileSync(`docs/reference/${name}.md`, 'utf8');

describe('commands', () => {
  let program: Command;
  beforeAll(async () => {
    program = await theProgram();
  });

  test('the page is that of the code', () => expect(page('commands')).toBe(commandsPage(program)));

  test('every command has its place, and says what it and its flags do', () => {
    expect(ungrouped(program)).toEqual([]);
    expect(ungrouped(new Command().addCommand(new Command('juggle')))).toEqual(['juggle']);
    const all = program.commands.flatMap(runnable);
    expect(all.filter(command => command.description() === '').map(command => command.name())).toEqual([]);
    expect(all.flatMap(({ options }) => options.filter(({ description }) => description === ''))).toEqual([]);
  });

  test('arguments, needs and defaults are listed', () => {
    const ask = new Command('ask')
      .description('asks')
      .argument('<what>', 'a thing')
      .option('--out <file>', 'where', 'here');
    const shown = commandsPage(new Command('program').addCommand(ask.requiredOption('--policy <file>', 'a | b')));
    expect(shown).toContain('### `program ask <what>`\n\nAsks.');
    expect(shown).toContain('| `--out <file>` | where | `here` unless given |');
    expect(shown).toContain('| `--policy <file>` | a \\| b | needed |');
  });
});

describe('the library', () => {
  let exports: readonly Exported[];
  beforeAll(() => {
    exports = exportsOf(ENTRY_POINTS);
  });

  test('the page is that of the code', () => expect(page('api')).toBe(apiPage(ENTRY_POINTS, exports)));

  test('everything that is exported says what it is', () =>
    expect(exports.filter(({ says }) => says === '').map(({ place, name }) => `${place}: ${name}`)).toEqual([]));

  test('signatures are those of the code, under the names that an entry point gives', () => {
    mkdirSync('.tmp/reference', { recursive: true });
    writeFileSync('.tmp/reference/inside.ts', INSIDE);
    writeFileSync('.tmp/reference/door.ts', `export { f, nothing, type Shape as Form } from './inside.ts';\n`);
    const found = exportsOf([{ name: 'door', file: '.tmp/reference/door.ts' }]);
    expect(found.map(({ name, says, text }) => [name, says, text])).toEqual([
      ['f', 'Says what it does, in two lines.', 'function f(given: Form, times?: number): Form[]'],
      ['nothing', '', 'const nothing: null'],
      ['Form', '', 'interface Form {\n  readonly size: number;\n}'],
    ]);
  });
});

const INSIDE = `
/**
 * Says what it does,
 * in two lines.
 *
 * And more.
 */
export function f({ size }: Shape, times = 1): Shape[] {
  return Array(times).fill({ size });
}
export const nothing = null;
export interface Shape {
  readonly size: number;
}
`;

describe('HTTP', () => {
  let description: OpenApi;
  beforeAll(async () => {
    description = await theDescription();
  });

  test('the page is that of the code', () => expect(page('http')).toBe(httpPage(description)));

  test('every route says what it does', () => {
    const routes = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ summary }) => ({ path, summary })),
    );
    expect(routes.length).toBeGreaterThan(10);
    expect(routes.filter(({ summary = '' }) => summary === '')).toEqual([]);
  });

  test('who may call is what the service does', () => {
    const security = (path: string, method: string) => description.paths[path][method].security;
    expect(security('/health', 'get')).toEqual([]);
    expect(security('/v1/ask', 'post')).toEqual([{ token: [] }]);
    expect(security('/v1/release/audit', 'post')).toEqual([{ token: ['custodian'] }]);
  });

  test('schemas become types', () => {
    const number = { type: 'number' };
    expect(schemaText({ type: 'array', items: { anyOf: [number, { type: 'null' }] } })).toBe('(number | null)[]');
    expect(schemaText({ type: 'array', items: number, minItems: 2, maxItems: 2 })).toBe('[number, number]');
    const long = { const: 'a'.repeat(90) };
    expect(schemaText({ anyOf: [long, { const: 'b'.repeat(90) }] })).toMatch(/^\n {2}\| "a+"\n {2}\| "b+"$/);
    expect(schemaText({ type: 'object', properties: { a: number, b: {} }, required: ['a'] })).toBe(
      '{ a: number; b?: unknown }',
    );
    expect(schemaText({ properties: { a: { ...number, description: 'why' } }, required: ['a'] })).toBe(
      '{\n  a: number;  // why\n}',
    );
  });
});

describe('commands that pages mention', () => {
  const mentions = readProject('.')
    .filter(({ path }) => /^(README|docs\/(?!reproduction|reference\/commands).*)\.md$/.test(path))
    .flatMap(({ path, text }) => mentionedIn(text).map(mention => ({ path, mention })));

  let program: Command;
  beforeAll(async () => {
    program = await theProgram();
  });

  test('are there, with their flags', () => {
    expect(mentions.length).toBeGreaterThan(50);
    expect(
      mentions.flatMap(({ path, mention }) => {
        const complaint = complaintOf(mention, program);
        return complaint === undefined ? [] : [`${path}: ${complaint}`];
      }),
    ).toEqual([]);
  });

  test('those that are not are noticed', () => {
    const found = mentionedIn('Say `sortition juggle` or\n\n```sh\nnpx sortition ask --loudly "a --b" # x\n```\n');
    expect(found).toEqual(['sortition ask --loudly "a --b"', 'sortition juggle']);
    expect(found.map(mention => complaintOf(mention, program))).toEqual([
      'sortition ask --loudly "a --b": there is no flag --loudly',
      'sortition juggle: there is no such command',
    ]);
    expect(complaintOf('sortition budget grant --policy P --epsilon 1', program)).toBeUndefined();
  });
});
