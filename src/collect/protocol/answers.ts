/**
 * What people may answer. A true answer is made the number of a value, from 1 on, by a public rule; 0 is "none of these".
 * Numbers fall into cells between edges, places on a map into the cells of a grid.
 */
import { refuse } from '../../vocabulary/index.ts';

export type Answers = Choices | NumberCells | MapGrid;

export interface Choices {
  readonly kind: 'choices';
  readonly values: readonly string[];
}

/** Cell i holds what is at least the edge before it and below the edge after it; the last holds its upper edge too. */
export interface NumberCells {
  readonly kind: 'numbers';
  readonly edges: readonly number[];
}

/** Cells in rows from south to north, each row from west to east. */
export interface MapGrid {
  readonly kind: 'grid';
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
  readonly rows: number;
  readonly columns: number;
}

/** `null`: none of these. */
export type Truth = string | number | Place | null;

/** A place on a map, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export function valuesOf(answers: Answers): number {
  if (answers.kind === 'choices') return answers.values.length;
  return answers.kind === 'numbers' ? answers.edges.length - 1 : answers.rows * answers.columns;
}

/** The number of the value that is true of somebody, 0 for none. */
export function numberOf(answers: Answers, truth: Truth): number {
  if (truth === null) return 0;
  if (answers.kind === 'choices' && typeof truth === 'string') return choiceNumber(answers, truth);
  if (answers.kind === 'numbers' && typeof truth === 'number') return cellNumber(answers.edges, truth);
  if (answers.kind === 'grid' && typeof truth === 'object') return gridNumber(answers, truth);
  return refuse('value_out_of_range', `This question takes ${TAKES[answers.kind]}, or null for none of these.`);
}

const TAKES = { choices: 'one of its choices', numbers: 'a number', grid: 'a latitude and a longitude' } as const;

/** What each value is called, for people. */
export function labelsOf(answers: Answers): string[] {
  if (answers.kind === 'choices') return [...answers.values];
  if (answers.kind === 'numbers')
    return answers.edges.slice(1).map((upper, cell) => `${answers.edges[cell]} to ${upper}`);
  const { rows, columns } = answers;
  return Array.from({ length: rows * columns }, (_, cell) => {
    const row = Math.floor(cell / columns);
    return `row ${row + 1}, column ${cell - row * columns + 1}`;
  });
}

function choiceNumber({ values }: Choices, truth: string): number {
  const place = values.indexOf(truth);
  return place >= 0
    ? place + 1
    : refuse('value_out_of_range', 'This is not one of the choices. Use null for none of these.');
}

/** Outside all cells is none of these, as is NaN. */
function cellNumber(edges: readonly number[], truth: number): number {
  const last = edges.length - 1;
  if (!(truth >= edges[0] && truth <= edges[last])) return 0;
  return truth === edges[last] ? last : edges.findIndex(edge => truth < edge);
}

function gridNumber({ south, north, west, east, rows, columns }: MapGrid, { latitude, longitude }: Place): number {
  const row = stripe(latitude, south, north, rows);
  const column = stripe(longitude, west, east, columns);
  return row > 0 && column > 0 ? (row - 1) * columns + column : 0;
}

const stripe = (value: number, from: number, to: number, stripes: number): number =>
  value >= from && value <= to ? Math.min(stripes, Math.floor(((value - from) / (to - from)) * stripes) + 1) : 0;
