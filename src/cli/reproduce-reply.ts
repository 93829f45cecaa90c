/** Makes the reproductions that were asked for, one after the other, and writes each as soon as it is made. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawFigure } from '../figure/index.ts';
import {
  BREAST_CANCER_CITATION,
  type GalleryItem,
  galleryPage,
  type Materials,
  openMaterials,
  PAPERS,
  type Reproduction,
  readBreastCancer,
  reproductions,
} from '../reproduce/index.ts';
import { csvOf } from '../text/index.ts';
import { refuse } from '../vocabulary/index.ts';
import { makeFolder, writeOut } from './output-file.ts';
import type { Note, Reply } from './reply.ts';

export interface ReproduceFlags {
  readonly list?: true;
  readonly all?: true;
  readonly out: string;
  readonly data?: string;
  readonly seed: number;
}

export async function reproduceReply(name: string | undefined, flags: ReproduceFlags, note: Note): Promise<Reply> {
  if (flags.list)
    return {
      json: { reproductions: reproductions.map(({ name, paper, title, says }) => ({ name, paper, title, says })) },
      text: describeList(reproductions),
    };
  const wanted = chosen(name, flags);
  const materials = await materialsFrom(flags, note);
  await makeFolder(flags.out);
  const shown: GalleryItem[] = [];
  for (const reproduction of wanted) {
    await note(`${shown.length + 1} of ${wanted.length}: ${reproduction.name}`);
    const made = await reproduction.make(materials);
    shown.push({ reproduction, made });
    await writeFiles({ reproduction, made }, flags.out);
  }
  await writeOut(join(flags.out, 'README.md'), galleryPage(shown, '.'));
  const reported = { out: flags.out, dataGiven: materials.breastCancer !== undefined };
  return { json: { ...reported, made: shown.map(summary) }, text: describeMade(shown, reported) };
}

function chosen(name: string | undefined, { all }: ReproduceFlags) {
  if ((name === undefined) === (all === undefined))
    return refuse('usage', 'Name a reproduction, or give --all. --list shows the names.');
  const found = reproductions.filter(each => all || each.name === name);
  return found.length > 0
    ? found
    : refuse('value_out_of_range', `There is no reproduction named ${name}. --list shows the names.`);
}

/** The data set is used where it is, never copied; by the flag, or where SORTITION_DATA says. */
async function materialsFrom(
  { data = process.env.SORTITION_DATA, seed }: ReproduceFlags,
  note: Note,
): Promise<Materials> {
  const given = { seed, progress: progressOn(note) };
  if (data === undefined) return openMaterials(given);
  const path = join(data, 'uci-breast-cancer', 'breast-cancer.csv');
  const text = await readFile(path, 'utf8').catch(() =>
    refuse('file_unreadable', `${path} cannot be read. Leave out --data to use synthetic data.`),
  );
  return openMaterials({ ...given, breastCancer: readBreastCancer(text) });
}

/** Every fifth of a long simulation is worth a line. */
function progressOn(note: Note): (part: number) => void {
  let reported = 0;
  return part => {
    const fifths = Math.floor(5 * part);
    if (fifths !== reported && fifths > 0) void note(`  simulated ${20 * fifths} %`);
    reported = fifths;
  };
}

const summary = ({ reproduction: { name, paper, title, says }, made: { gets, differs, figure } }: GalleryItem) => ({
  name,
  paper,
  title,
  says,
  gets,
  differs,
  files: [`${name}.csv`, `${name}.json`, ...(figure === undefined ? [] : [`${name}.svg`])],
});

async function writeFiles(shown: GalleryItem, folder: string): Promise<void> {
  const { name } = shown.reproduction;
  const { rows, figure } = shown.made;
  const at = (ending: string): string => join(folder, `${name}.${ending}`);
  await writeOut(at('csv'), csvOf(rows));
  await writeOut(at('json'), `${JSON.stringify({ ...summary(shown), rows }, null, 1)}\n`);
  if (figure !== undefined) await writeOut(at('svg'), drawFigure(figure));
}

const describeList = (reproductions: readonly Reproduction[]): string =>
  Object.entries(PAPERS)
    .map(([key, paper]) => {
      const ours = reproductions.filter(each => each.paper === key);
      return `${paper}\n${ours.map(({ name, title }) => `  ${name.padEnd(26)}${title}`).join('\n')}`;
    })
    .join('\n\n');

const describeMade = (
  shown: readonly GalleryItem[],
  { out, dataGiven }: { readonly out: string; readonly dataGiven: boolean },
): string =>
  [
    ...shown.map(({ reproduction: { title, says }, made: { gets, differs } }) =>
      [title, `  The paper    ${says}`, `  We get       ${gets}`, `  Differences  ${differs}`].join('\n'),
    ),
    dataGiven ? BREAST_CANCER_CITATION : 'Synthetic data were used in place of the breast cancer data (see --data).',
    `Data, figures and a page of them are in ${out}.`,
  ].join('\n\n');
