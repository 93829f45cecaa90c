/** What an adapter is asked, and what it found of one question at one epsilon. */
import type { Question } from './questions.ts';
import type { TableName } from './tables.ts';

export interface Asked {
  readonly paths: Readonly<Record<TableName, string>>;
  readonly truth: (question: Question) => readonly Readonly<Record<string, number>>[];
  readonly epsilons: readonly number[];
  /** Answers of each question, and of those whose noise law is known. */
  readonly runs: number;
  readonly confirming: number;
  /** For one question at one epsilon, at most: what is slow is asked less often. */
  readonly seconds: number;
}

export interface Measured {
  readonly question: string;
  readonly epsilon: number;
  /** Of each run: the mean square error over its groups. */
  readonly errors?: readonly number[];
  /** The root mean square error by the library's own noise law, where that is simple. */
  readonly law?: number | null;
  readonly note?: string | null;
  readonly unsupported?: boolean;
  readonly failed?: string;
}
