/** One table or figure of a paper, made again: what the paper says, what we get, the numbers, and the picture. */
import type { Figure } from '../figure/index.ts';
import type { Materials } from './materials.ts';
import type { PaperKey } from './papers.ts';

export interface Reproduction {
  /** Also the name of its files. */
  readonly name: string;
  readonly paper: PaperKey;
  readonly title: string;
  /** What the paper says, in one sentence. */
  readonly says: string;
  readonly make: (materials: Materials) => Made | Promise<Made>;
}

export interface Made {
  /** What we get, in one sentence, with its numbers. */
  readonly gets: string;
  /** Where that differs from the paper, and why. */
  readonly differs: string;
  readonly rows: readonly ReproductionRow[];
  readonly figure?: Figure;
}

/** One line of data; all rows of a reproduction have the same columns. */
export type ReproductionRow = Readonly<Record<string, string | number>>;
