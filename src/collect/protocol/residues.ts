/** Totals as numbers modulo what the shares of a campaign are modulo. */
import type { Campaign } from './campaign.ts';
import { FIELD_MODULUS } from './verified-share.ts';

const WORD_MODULUS = 2n ** 32n;

export const modulusOf = ({ validity }: Campaign): bigint => (validity === 'verified' ? FIELD_MODULUS : WORD_MODULUS);

export const residueOf = (value: bigint, modulus: bigint): bigint => ((value % modulus) + modulus) % modulus;

/** The count that a residue stands for: those of the upper half are negative ones. */
export const countOf = (residue: bigint, modulus: bigint): number =>
  Number(residue > modulus / 2n ? residue - modulus : residue);
