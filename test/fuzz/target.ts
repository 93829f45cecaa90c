/** What is fuzzed: a target opens a trial, which is given one text after the other and says what came of it. */
import type { Below } from '../../src/random/index.ts';

export interface Target {
  readonly name: string;
  open(): Promise<Trial>;
}

export interface Trial {
  /** Texts that are understood: all others are made from them. */
  readonly seeds: readonly string[];
  /** A text like this one, with something of the other. */
  vary(text: string, other: string, below: Below): string;
  /** What came of it, in few words that are alike for what is alike; throws a `Finding` where that must not be. */
  attempt(text: string): Promise<string>;
  /** Of the processor, for one attempt. */
  readonly secondsMost?: number;
  /** Ends it; throws a `Finding` where what is left behind is not whole. */
  close(): Promise<void>;
}

/** Something that must never happen, by its kind. */
export class Finding extends Error {
  override readonly name = 'Finding';
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(`${kind}: ${message}`);
    this.kind = kind;
  }
}
