/**
 * JSON that remembers where everything stands and what its numbers said, which `JSON.parse` forgets.
 * Stricter in two ways: a key that is given twice is refused, for one of the two would be ignored; so are numbers no policy needs.
 */
import type { Path } from '../json/index.ts';
import { type RefusalCode, refuse } from '../vocabulary/index.ts';
import { type Decimal, decimal } from './values/decimal.ts';

/** JSON with exact numbers. */
export type ExactJson =
  | null
  | boolean
  | string
  | Decimal
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

export interface JsonText {
  readonly data: ExactJson;
  /** `file:line:column` of the entry at a path; of what encloses it, where it is missing. */
  readonly placeOf: (path: Path) => string;
}

interface Node {
  readonly at: number;
  readonly data: ExactJson;
  readonly children: ReadonlyMap<string | number, Node>;
}

const DEPTH_MAX = 50;

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b/y;

/** What a text is, for those whose text is refused. */
export interface JsonKind {
  readonly what: string;
  readonly code: RefusalCode;
}

export function readJson(
  text: string,
  file: string,
  { what, code }: JsonKind = { what: 'policy', code: 'policy_invalid' },
): JsonText {
  // A byte order mark is no part of the text.
  const reader: Reader = { text, file, what, code, at: text.startsWith('\uFEFF') ? 1 : 0 };
  const root = readValue(reader, 0);
  if (next(reader) !== '') fail(reader, `this is not JSON: nothing may follow the ${what}`);
  return {
    data: root.data,
    placeOf: path => {
      let node = root;
      for (const key of path) node = node.children.get(key) ?? node;
      return placeOf({ ...reader, at: node.at });
    },
  };
}

/** Where reading has come to. */
interface Reader extends JsonKind {
  readonly text: string;
  readonly file: string;
  at: number;
}

function placeOf({ text, file, at }: Reader): string {
  const before = text.slice(0, at).split('\n');
  return `${file}:${before.length}:${before.at(-1)!.length + 1}`;
}

const fail = (reader: Reader, rule: string): never => refuse(reader.code, `${placeOf(reader)}: ${rule}.`);

function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const [found] = pattern.exec(reader.text) ?? [];
  reader.at += found?.length ?? 0;
  return found;
}

function next(reader: Reader): string {
  take(reader, SPACE);
  return reader.text[reader.at] ?? '';
}

function expect(reader: Reader, mark: string, where: string): void {
  if (next(reader) !== mark) fail(reader, `this is not JSON: "${mark}" is expected ${where}`);
  reader.at += 1;
}

function readValue(reader: Reader, depth: number): Node {
  const mark = next(reader);
  if (depth > DEPTH_MAX) return fail(reader, `a ${reader.what} may be nested at most ${DEPTH_MAX} levels deep`);
  if (mark === '{') return readObject(reader, depth);
  if (mark === '[') return readList(reader, depth);
  const { at } = reader;
  return { at, data: mark === '"' ? readString(reader) : readWord(reader), children: new Map() };
}

function readString(reader: Reader): string {
  const { at } = reader;
  const literal = take(reader, STRING);
  try {
    return JSON.parse(literal ?? '');
  } catch {
    return fail({ ...reader, at }, 'this is not JSON: a text in double quotes is expected');
  }
}

function readWord(reader: Reader): ExactJson {
  const { at } = reader;
  const found = take(reader, WORD);
  if (found === undefined) return fail(reader, 'this is not JSON: a value is expected');
  if (found === 'true' || found === 'false' || found === 'null') return JSON.parse(found);
  return (
    decimal(found) ?? fail({ ...reader, at }, 'this number is too long; write at most 100 digits, from 1e-99 to 1e99')
  );
}

function readObject(reader: Reader, depth: number): Node {
  const start = reader.at;
  const children = new Map<string, Node>();
  reader.at += 1;
  while (next(reader) !== '}') {
    if (children.size > 0) expect(reader, ',', 'between two entries');
    next(reader);
    // An entry is found by its key.
    const { at } = reader;
    const key = readString(reader);
    if (children.has(key)) fail({ ...reader, at }, `the key ${JSON.stringify(key)} appears twice; delete one`);
    // JavaScript keeps this name to itself: an entry under it would be dropped without a word.
    if (key === '__proto__')
      fail({ ...reader, at }, 'the name "__proto__" cannot be used; rename it, for example with a view');
    expect(reader, ':', 'after a key');
    children.set(key, { ...readValue(reader, depth + 1), at });
  }
  reader.at += 1;
  return { at: start, data: Object.fromEntries([...children].map(([key, { data }]) => [key, data])), children };
}

function readList(reader: Reader, depth: number): Node {
  const start = reader.at;
  const items: Node[] = [];
  reader.at += 1;
  while (next(reader) !== ']') {
    if (items.length > 0) expect(reader, ',', 'between two entries');
    items.push(readValue(reader, depth + 1));
  }
  reader.at += 1;
  return { at: start, data: items.map(({ data }) => data), children: new Map(items.entries()) };
}
