/** How long a share with its proof is, in Prio3Histogram of VDAF draft 08: known without the package that makes proofs. */

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
