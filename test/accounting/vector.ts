/** A published number about a workload. */
import { readFileSync } from 'node:fs';
import { fixturePath } from '../support/fixture.ts';

export interface Vector {
  readonly id: string;
  readonly mechanism: string;
  readonly params: Parameters;
  readonly quantity: string;
  readonly expected: number | readonly number[] | Readonly<Record<string, number>>;
  readonly tolerance: { readonly abs?: number; readonly rel?: number };
  /** What is known about the number; where the two disagree, the note is right. */
  readonly note?: string;
}

/** Every library has its own names for the same things. */
export interface Parameters {
  readonly relation?: string;
  readonly adjacency?: string;
  readonly direction?: string;
  readonly epsilon?: number | readonly number[];
  readonly delta?: number;
  readonly targetEpsilon?: number;
  readonly targetDelta?: number;
  readonly totalDelta?: number;
  readonly fpr?: number;
  readonly alpha?: readonly number[];
  readonly orders?: readonly number[];
  readonly compositions?: number;
  readonly count?: number;
  readonly steps?: number | string;
  readonly samplingProb?: number;
  readonly rate?: number;
  readonly p?: number;
  readonly n?: number;
  readonly m?: number;
  readonly T?: number;
  readonly clusterSize?: number;
  readonly events?: readonly Parameters[];
  readonly noiseMultiplier?: number;
  readonly noiseOverClip?: number;
  readonly standardDeviation?: number;
  readonly sigma?: number;
  readonly scale?: number;
  readonly a?: number;
  readonly sensitivity?: number;
  readonly truncationBound?: number;
  readonly sensitivities?: readonly number[];
  readonly samplingProbs?: readonly number[];
  readonly noiseParameter?: number;
  readonly numBuckets?: number;
  readonly upper?: readonly number[];
  readonly lower?: readonly number[];
  readonly baseEpsilon?: number;
  readonly epsilonAddRemove?: number;
  readonly epsilonReplace?: number;
  readonly epsilons?: readonly number[];
  readonly guarantee?: readonly [number, number];
  readonly guarantees?: readonly (readonly [number, number])[];
  readonly interval?: number;
}

export const readVectors = (): readonly Vector[] =>
  JSON.parse(readFileSync(fixturePath('accounting-vectors.json'), 'utf8'));

/** What was measured, as one number. */
export function numberOf({ id, expected }: Vector): number {
  if (typeof expected !== 'number') throw new TypeError(`${id} expects more than one number`);
  return expected;
}

/** What was measured, as a list of numbers. */
export function numbersOf({ id, expected }: Vector): readonly number[] {
  if (typeof expected === 'number') return [expected];
  if (!Array.isArray(expected)) throw new TypeError(`${id} expects a table`);
  return expected;
}

/** How far from the expected value the truth may lie. */
export const toleranceOf = ({ tolerance }: Vector, value: number): number =>
  Math.max(tolerance.abs ?? 0, (tolerance.rel ?? 0) * Math.abs(value));
