import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayLines } from './array-lines.ts';

/** The lines that are not blank, of text that arrives in pieces of these sizes. */
async function linesOf(content: string, sizes: readonly number[] = [content.length + 1]): Promise<string[]> {
  const bytes = Buffer.from(content);
  async function* pieces() {
    for (let at = 0, turn = 0; at < bytes.length; at += sizes[turn++ % sizes.length])
      yield Buffer.from(bytes.subarray(at, at + sizes[turn % sizes.length]));
  }
  const found: Buffer[] = [];
  for await (const piece of arrayLines(pieces())) found.push(piece);
  const lines = Buffer.concat(found).toString().split('\n');
  return lines.filter(line => line.trim() !== '');
}

test('the elements of any array, however it is written and in whatever pieces it arrives', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ stringUnit: 'binary' })),
      fc.constantFrom(undefined, 1, '\t'),
      fc.integer({ min: 1, max: 9 }),
      async (elements, indent, size) => {
        const lines = await linesOf(JSON.stringify(elements, undefined, indent), [size]);
        expect(lines.map(line => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(elements)));
      },
    ),
    { numRuns: 300 },
  ));

test.each<[string, string[]]>([
  ['[]', []],
  ['', []],
  ['[{"a":"]},"},[[1,2],3],"x,y"]', ['{"a":"]},"}', '[[1,2],3]', '"x,y"']],
  ['["a\\\\","b\\"",1]', ['"a\\\\"', '"b\\""', '1']],
  ['[1 2,{"a":1}{"b":2},,3]', ['1 2', '{"a":1}{"b":2}', '3']],
  ['[{"a":1}},{"b":2]]', ['{"a":1}}', '{"b":2]']],
  ['[{"a":"broken\n"b":1},{"c":2}]', ['{"a":"broken\0"b":1}', '{"c":2}']],
  ['[{"a":"broken\\\r\n"b":1},{"c":2}]', ['{"a":"broken\\\0 "b":1}', '{"c":2}']],
  ['[1]\n{"a":1}\n{"b":2}', ['1', '{"a":1}', '{"b":2}']],
  ['[\n{"a":1}\n{"b":2}', ['{"a":1}', '{"b":2}']],
  ['{"a":"m\n{"b":2}', ['{"a":"m', '{"b":2}']],
  ['[{"a":{"b":[\r\n{"c":2},\n{"d":3}]', ['{"a":{"b":[ ', '{"c":2}', '{"d":3}']],
  ['[[["x\\\n{"b":2}\n{"c":3}]', ['[["x\\', '{"b":2}', '{"c":3}']],
])('%j', async (content, lines) => {
  for (const sizes of [undefined, [1], [2, 3]]) expect(await linesOf(content, sizes)).toEqual(lines);
});
