import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawFigure } from '../figure/index.ts';
import { csvOf } from '../text/index.ts';
import { readBreastCancer } from './breast-cancer.ts';
import { type GalleryItem, galleryPage } from './gallery.ts';
import { openMaterials } from './materials.ts';
import { reproductions } from './registry.ts';
import type { ReproductionRow } from './reproduction.ts';

const shown: GalleryItem[] = [];

beforeAll(async () => {
  const materials = openMaterials({ seed: 1, runs: 40 });
  for (const reproduction of reproductions) shown.push({ reproduction, made: await reproduction.make(materials) });
}, 120_000);

const rowsOf = (name: string): readonly ReproductionRow[] =>
  shown.find(({ reproduction }) => reproduction.name === name)?.made.rows ?? [];

test('names are those of files, each once', () => {
  const names = reproductions.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^paper-[1-5]-[a-z0-9-]+$/);
});

test('every one has sentences, rows of the same columns, and only numbers that are numbers', () => {
  for (const { reproduction, made } of shown) {
    for (const sentence of [reproduction.says, made.gets, made.differs]) expect(sentence).toMatch(/^[A-Z0-9].*\.$/s);
    expect(made.rows.length).toBeGreaterThan(2);
    const columns = Object.keys(made.rows[0]);
    for (const row of made.rows) {
      expect(Object.keys(row)).toEqual(columns);
      for (const value of Object.values(row)) expect(value === Infinity || Number.isNaN(value)).toBe(false);
    }
    if (made.figure !== undefined) expect(drawFigure(made.figure)).not.toContain('NaN');
  }
});

test('the gallery shows every one by its picture or its table', () => {
  const page = galleryPage(shown, 'pictures');
  for (const { reproduction, made } of shown) {
    expect(page).toContain(`### ${reproduction.title}`);
    if (made.figure === undefined) expect(page).toContain(`| ${Object.keys(made.rows[0])[0]} |`);
    else expect(page).toContain(`(pictures/${reproduction.name}.svg)`);
  }
});

test('the page in the docs has all of them: npx tsx scripts/write-reproduction.ts writes it', () => {
  const page = readFileSync('docs/reproduction.md', 'utf8');
  const titles = [...page.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(reproductions.map(({ title }) => title));
  for (const { says } of reproductions) expect(page).toContain(says);
});

describe('what the papers print comes out again', () => {
  test('the ratio 0.0236 by the theorem and 0.0051 exactly', () => {
    const row = rowsOf('paper-2-figure-2').find(each => each.epsilon === 0.05 && each.rate === 0.1);
    expect(row?.['the theorem']).toBeCloseTo(0.0236, 4);
    expect(row?.exactly).toBeCloseTo(0.0051, 4);
  });

  test('the limit of Observation 6 is never passed by much, and reached for many rare values', () => {
    const last = rowsOf('paper-3-observation-6').at(-1);
    expect(Number(last?.exact) / Number(last?.observation)).toBeCloseTo(1, 2);
  });

  test('bounds of Figure 6, to a person', () => {
    const printed = [3, 0, 3, 12, 24, 27, 36, 12, 11, 3, 6];
    const ours = rowsOf('paper-4-figures-6-7').filter(row => row.panel === 'By tumour size (mm)');
    for (const [group, bound] of printed.entries())
      expect(Math.abs(Number(ours[group]['sampling 45 %']) - bound)).toBeLessThan(1.1);
  });

  test('5.15 inside a sample of 1 %, and sensitivities of samples', () => {
    const inner = rowsOf('paper-5-figure-3').find(each => each.epsilon === 1 && each.rate === 0.01);
    expect(inner?.innerEpsilon).toBeCloseTo(5.15, 2);
    const ratio = rowsOf('paper-5-figure-6').find(each => each.epsilon === 0.1 && each.size === 1001);
    expect(ratio?.middle).toBeGreaterThan(1.1);
    expect(ratio?.middle).toBeLessThan(1.5);
  });

  test('the conclusions of Table 1', () => {
    expect(rowsOf('paper-5-table-1').map(row => row['gains in every population'])).toEqual([
      'none',
      'epsilon up to 0.1',
      'epsilon up to 3',
    ]);
  });
});

test('csvOf quotes what needs it', () => {
  expect(csvOf([{ name: 'a, "b"', value: 0.5 }])).toBe('name,value\r\n"a, ""b""",0.5\r\n');
});

test('readBreastCancer counts recurrences by group, in order', () => {
  const text = [
    'class,age,tumor-size',
    'recurrence-events,40-49,5-9',
    'recurrence-events,30-39,10-14',
    'no-recurrence-events,40-49,0-4',
    'recurrence-events,40-49,10-14',
  ].join('\n');
  expect(readBreastCancer(text)).toEqual({
    byAge: [
      { group: '30-39', count: 1 },
      { group: '40-49', count: 2 },
    ],
    byTumourSize: [
      { group: '0-4', count: 0 },
      { group: '5-9', count: 1 },
      { group: '10-14', count: 2 },
    ],
    patients: 4,
  });
  expect(() => readBreastCancer('class,age\n')).toThrow(expect.objectContaining({ code: 'file_unreadable' }));
});
