/** Links: a table is one table by whatever name it is reached, and a name that is taken is taken, wherever it leads. */
import { existsSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listDraws, verifyRelease } from '../../src/release/index.ts';
import { drawFolder } from '../support/release-draw.ts';

test('a draw through a link knows the draws of the file, and the other way round', async () => {
  for (const [first, second] of [
    ['people.csv', 'link.csv'],
    ['link.csv', 'people.csv'],
  ]) {
    const people = drawFolder();
    symlinkSync('people.csv', people.path('link.csv'));
    const drawn = await people.draw({ data: people.path(first) });
    expect(await people.refused({ data: people.path(second), out: people.path('more.csv') })).toMatchObject({
      code: 'release_repeated',
    });
    expect(existsSync(people.path('link.csv.sortition'))).toBe(false);
    expect((await listDraws({ data: people.path(second) })).draws).toHaveLength(1);
    expect(await verifyRelease({ sample: drawn.out, data: people.path(second) })).toMatchObject({ verified: true });
  }
});

test('with a ledger that is named, a link to another table of the same columns is known by its columns, as a copy is', async () => {
  const people = drawFolder();
  symlinkSync('people.csv', people.path('link.csv'));
  const ledger = `sqlite:${people.path('draws.ledger')}`;
  await people.draw({ ledger });
  const again = { ledger, data: people.path('link.csv'), out: people.path('more.csv') };
  expect(await people.refused(again)).toMatchObject({ code: 'release_repeated' });
});

test.each(['', '.certificate.json', '.certificate.html'])(
  'a link that leads nowhere takes the name of sample.csv%s: nothing is recorded',
  async ending => {
    const people = drawFolder();
    symlinkSync('nowhere', people.path(`sample.csv${ending}`));
    expect(await people.refused()).toMatchObject({ code: 'file_unwritable' });
    expect(existsSync(people.path('people.csv.sortition'))).toBe(false);
  },
);

test('a name too long for what lies beside the sample is refused, and nothing is recorded', async () => {
  const people = drawFolder();
  const out = people.path(`${'x'.repeat(200)}.csv`);
  expect(await people.refused({ out })).toMatchObject({ code: 'file_unwritable' });
});
