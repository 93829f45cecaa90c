/**
 * Samples and splits as the chain knows them: a public name, what was drawn, and a commitment to the secret that drew it.
 * The secret itself is never here.
 */
import type { Spending } from '../amounts/index.ts';
import type { Json } from '../json/index.ts';

export interface SampleEntry {
  readonly name: string;
  /** Of the accountant's tree: new for every draw, so that a name that is used again has nothing spent. */
  readonly node: string;
  /** Hash of what is drawn from what. Two draws of one name have the same. */
  readonly definition: string;
  readonly described: Described;
  /** SHA-256 of the secret key; `null` where nothing is drawn by chance. */
  readonly commitment: string | null;
  /** Of the source, for people to read. */
  readonly version: string | null;
  /** Of the data, where the draw belongs to one; null where it follows its units. Undefined before states were kept. */
  readonly state?: string | null;
  /** The most that may be spent inside, paid for when the sample is made. */
  readonly cap: Spending | null;
}

/** For people and reports: no price is computed from it. */
export interface Described {
  readonly input: Json;
  readonly scheme: { readonly kind: string; readonly [member: string]: Json };
}

export interface SampleRecord extends SampleEntry {
  /** The entry that made it. */
  readonly entry: number;
  /** The entry that retired it: its key is gone, what was spent on it stays spent. */
  readonly retired: number | null;
}
