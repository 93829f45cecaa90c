/**
 * Additive shares modulo 2^32. All shares but the last are uniform words, the last is the difference: any of them together,
 * without one, are uniform whatever was shared. Sums of shares are shares of the sum. Where reports have proofs, shares are in the
 * field of Prio3Histogram (VDAF draft 08): what is known of them here needs no package that makes proofs.
 */
import type { Entropy } from '../../random/index.ts';
import type { Campaign } from '../protocol/index.ts';

/** A vector of counts, or a share of one. */
export type ShareVector = Uint32Array<ArrayBuffer>;

/** All zero for value 0, else a single 1. */
export function oneHot(value: number, length: number): ShareVector {
  const words = new Uint32Array(length);
  if (value > 0) words[value - 1] = 1;
  return words;
}

export function split(secret: ShareVector, parts: number, entropy: Entropy): ShareVector[] {
  const last = secret.slice();
  const others = Array.from({ length: parts - 1 }, () => {
    const share = Uint32Array.from(secret, () => entropy.word());
    share.forEach((word, place) => {
      last[place] -= word;
    });
    return share;
  });
  return [...others, last];
}

/** Of the field with 128 bits. */
export const FIELD_MODULUS = 340_282_366_920_938_462_946_865_773_367_900_766_209n;
export const FIELD_BYTES = 16;
export const SEED_BYTES = 16;

/** How many answers one call of the proof's gadget checks: about the root of all makes the shortest proof. */
export const chunkOf = (length: number): number => Math.ceil(Math.sqrt(length));

/** Measurement and proof in the field, the blind, and a part of the joint randomness of each aggregator. */
export function verifiedShareBytes(length: number, aggregators: number): number {
  const chunk = chunkOf(length);
  const calls = Math.ceil(length / chunk);
  const points = 2 ** Math.ceil(Math.log2(calls + 1));
  const proof = 2 * chunk + 2 * (points - 1) + 1;
  return (length + proof) * FIELD_BYTES + (1 + aggregators) * SEED_BYTES;
}

const WORD_MODULUS = 2n ** 32n;

/** Totals as numbers modulo what the shares of a campaign are modulo. */
export const modulusOf = ({ validity }: Campaign): bigint => (validity === 'verified' ? FIELD_MODULUS : WORD_MODULUS);

export const residueOf = (value: bigint, modulus: bigint): bigint => ((value % modulus) + modulus) % modulus;

/** The count that a residue stands for: those of the upper half are negative ones. */
export const countOf = (residue: bigint, modulus: bigint): number =>
  Number(residue > modulus / 2n ? residue - modulus : residue);
