/** One table or figure of a paper, made again: what the paper says, what we get, the numbers, and the picture. */
import type { Figure } from '../figure/index.ts';
import type { PaperKey } from './papers.ts';

export interface Reproduction {
  /** Also the name of its files. */
  readonly name: string;
  readonly paper: PaperKey;
  readonly title: string;
  /** What the paper says, in one sentence. */
  readonly says: string;
  readonly make: (materials: Materials) => Made;
}

/** What a reproduction may use beside itself. */
export interface Materials {
  /** The same seed makes the same. */
  readonly seed: number;
  /** Recurrences of breast cancer by group, where the data set was given. */
  readonly breastCancer?: BreastCancer | undefined;
}

export interface BreastCancer {
  readonly byAge: readonly GroupCount[];
  readonly byTumourSize: readonly GroupCount[];
  readonly patients: number;
}

export interface GroupCount {
  readonly group: string;
  readonly count: number;
}

export interface Made {
  /** What we get, in one sentence, with its numbers. */
  readonly gets: string;
  /** Where that differs from the paper, and why. */
  readonly differs: string;
  readonly rows: readonly Row[];
  readonly figure?: Figure;
}

/** One line of data; all rows of a reproduction have the same columns. */
export type Row = Readonly<Record<string, string | number>>;
