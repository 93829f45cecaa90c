/** A certificate is edited, or a file exchanged: whoever holds both and the ledger must see it, whatever was changed. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listDraws, verifyRelease } from '../../src/release/index.ts';
import { drawFolder } from '../support/release-draw.ts';

const people = drawFolder();
const data = people.path('people.csv');
const first = await people.draw();
const second = await people.draw({ out: people.path('second.csv'), reason: 'the first was lost', threshold: 'auto' });

const folder = mkdtempSync(join(tmpdir(), 'sortition-certificate-'));
let files = 0;
const written = (certificate: unknown): string => writtenText(`${JSON.stringify(certificate, null, 2)}\n`);
const writtenText = (text: string): string => {
  const path = join(folder, `${files++}.json`);
  writeFileSync(path, text);
  return path;
};

const verified = (certificate: string, sample = second.out) => verifyRelease({ sample, data, certificate });
const problemOf = (certificate: string) =>
  verified(certificate).then(
    () => 'verified',
    ({ code }) => code,
  );

test('what was published is verified, with the draws that came later', async () => {
  expect(await verifyRelease({ sample: first.out, data })).toMatchObject({
    ...{ verified: true, entry: first.entry, table: 'people', rate: '0.1', entries: 5 },
    later: [{ entry: second.entry, reason: 'the first was lost' }],
  });
  expect(await verifyRelease({ sample: second.out, data })).toMatchObject({ verified: true, later: [] });
});

/** Every value in it, however deep, changed by itself. */
function* edits(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [place, each] of value.entries()) for (const edited of edits(each)) yield value.with(place, edited);
    yield [...value, 'more'];
    if (value.length > 0) yield value.slice(1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      for (const edited of edits(each)) yield { ...value, [key]: edited };
      const { [key]: _, ...without } = value as Record<string, unknown>;
      yield without;
    }
    yield { ...value, more: 'more' };
  } else if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'boolean') yield !value;
  else if (value === null) yield 'something';
  else yield* [`${value} `, null];
}

describe('an edited certificate', () => {
  const certificate = people.certificate('second.csv');
  const edited = [...edits(certificate)];

  test('has many fields to edit', () => expect(edited.length).toBeGreaterThan(60));

  test('is never verified, whatever was changed', async () => {
    for (const one of edited) {
      const path = written(one);
      expect(await problemOf(path)).toMatch(/^(certificate_mismatch|ledger_rolled_back|specification_invalid)$/);
      const listed = await listDraws({ data, certificate: path }).catch(({ code }) => ({ verified: code }));
      expect(listed.verified === false || listed.verified === 'specification_invalid').toBe(true);
    }
  });

  test('is not verified where only its bytes differ', async () => {
    const text = readFileSync(second.certificate, 'utf8');
    expect(await problemOf(writtenText(text))).toBe('verified');
    const other = [
      text.trimEnd(),
      text.replace('"rate": "0.1"', '"rate": "0.01",\n  "rate": "0.1"'),
      text.replace('"certificate": 1', '"certificate": 1.0'),
      text.replace('custodian', 'custodi\\u0061n').replace('sortition', '\\u0073ortition'),
      JSON.stringify(certificate),
      JSON.stringify(Object.fromEntries(Object.entries(certificate).reverse()), null, 2),
    ];
    for (const one of other) expect(await problemOf(writtenText(one))).toBe('certificate_mismatch');
  });

  test('is named by the fields that differ', async () => {
    const { promise } = certificate as { promise: object };
    const path = written({ ...certificate, promise: { ...promise, epsilon: 0.1 }, rate: '0.01' });
    await expect(verified(path)).rejects.toMatchObject({
      code: 'certificate_mismatch',
      message: expect.stringMatching(/(rate|promise), (rate|promise) differ/),
    });
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['the other certificate', () => verified(first.certificate)],
  ['an edited sample', () => verified(second.certificate, writtenText(readFileSync(second.out, 'utf8').slice(0, -2)))],
  [
    'an edited page',
    () => {
      const sample = join(folder, 'second.csv');
      for (const ending of ['', '.certificate.json'])
        writeFileSync(`${sample}${ending}`, readFileSync(`${second.out}${ending}`));
      writeFileSync(`${sample}.certificate.html`, readFileSync(second.page, 'utf8').replace('at most', 'surely'));
      return verifyRelease({ sample, data });
    },
  ],
  [
    'an edited page beside a certificate that lies elsewhere',
    () => {
      const certificate = join(folder, 'elsewhere.csv.certificate.json');
      writeFileSync(certificate, readFileSync(second.certificate));
      const page = readFileSync(second.page, 'utf8').replace('at most', 'surely');
      writeFileSync(join(folder, 'elsewhere.csv.certificate.html'), page);
      return verified(certificate);
    },
  ],
])('%s is refused', async (_, verifying) =>
  expect(verifying()).rejects.toMatchObject({ code: 'certificate_mismatch' }),
);
