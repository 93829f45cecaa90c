/** The table of errors in Markdown: a line for each question and epsilon, a column for each library, the best in bold. */
import { readFileSync, writeFileSync } from 'node:fs';
import { EPSILONS, questions } from './questions.ts';
import type { Measured } from './results.ts';
import { confirms, type Estimated, ratioOf, rootMeanSquare } from './statistics.ts';

/** What each library answered; ours is `sortition`. */
export type Found = Readonly<Record<string, readonly Measured[]>>;

interface Cell extends Estimated {
  readonly byLaw: boolean;
  /** It protects less, or assumes more: never the best. */
  readonly other: boolean;
}

export function tableOf(found: Found): string {
  const libraries = Object.keys(found);
  const heading = ['question', 'epsilon', ...libraries, 'ours / best other'];
  const lines = questions.flatMap(({ name }) =>
    EPSILONS.map(epsilon => {
      const cells = libraries.map(library =>
        cellOf(found[library].find(each => each.question === name && each.epsilon === epsilon)),
      );
      return [name, String(epsilon), ...shown(cells), compared(cells)];
    }),
  );
  return [heading, heading.map(() => '---'), ...lines].map(line => `| ${line.join(' | ')} |`).join('\n');
}

/** A noise law that runs contradict is a mistake of this bench. */
function cellOf(measured: Measured | undefined): Cell | string {
  if (measured === undefined) return 'not run';
  if (measured.unsupported === true) return 'none';
  if (measured.errors === undefined) return 'refused';
  const other = measured.note?.startsWith('replace-one') ?? false;
  const runs = rootMeanSquare(measured.errors);
  const { law } = measured;
  if (law === undefined || law === null) return { ...runs, byLaw: false, other };
  if (measured.errors.length > 20 && !confirms(runs, law)) {
    throw new Error(`${measured.question}, ${measured.epsilon}: runs err by ${runs.value}, the law says ${law}.`);
  }
  return { value: law, relative: 0, byLaw: true, other };
}

const comparable = (cell: Cell | string): cell is Cell => typeof cell === 'object' && !cell.other;

function shown(cells: readonly (Cell | string)[]): string[] {
  const best = cells
    .filter(comparable)
    .reduce<Cell | undefined>((a, b) => (a && a.value <= b.value ? a : b), undefined);
  return cells.map(cell => {
    if (typeof cell === 'string') return cell;
    const number = short(cell.value);
    const doubt = 1.96 * cell.relative >= 0.015 ? ` ± ${Math.round(196 * cell.relative)} %` : '';
    const isBest = best !== undefined && comparable(cell) && isLevel(cell, best);
    return `${isBest ? `**${number}**` : number}${doubt}${cell.other ? ' †' : ''}`;
  });
}

/** Not told apart from the best, or within a hundredth of it. */
const isLevel = (cell: Cell, best: Cell): boolean => cell === best || ratioOf(cell, best).interval95[0] <= 1.01;

function compared([ours, ...others]: readonly (Cell | string)[]): string {
  const rivals = others.filter(comparable);
  if (typeof ours === 'string' || rivals.length === 0) return '';
  const best = rivals.reduce((a, b) => (a.value <= b.value ? a : b));
  const { value, interval95 } = ratioOf(ours, best);
  const [low, high] = interval95.map(each => each.toFixed(2));
  if (low === high) return value.toFixed(2);
  const apart = interval95[0] > 1 || interval95[1] < 1 ? '' : ', not distinguished';
  return `${value.toFixed(2)} (${low} to ${high}${apart})`;
}

const short = (value: number): string =>
  value >= 1000 ? Math.round(Number(value.toPrecision(3))).toLocaleString('en') : value.toPrecision(3);

/** Replaces what stands between the marks of a name. */
export function writeInto(page: URL, name: string, text: string): void {
  const marks = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [before, rest] = readFileSync(page, 'utf8').split(marks[0]);
  const [, after] = rest.split(marks[1]);
  writeFileSync(page, `${before}${marks[0]}\n\n${text}\n\n${marks[1]}${after}`);
}
