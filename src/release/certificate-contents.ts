/** What a certificate holds. */

import type { Receipt } from '../ledger/index.ts';
import type { LossOf } from '../vocabulary/index.ts';

export type CertifiedPromise =
  | {
      readonly kind: 'table';
      readonly epsilon: number;
      readonly delta: number;
      /** 1 + epsilon. */
      readonly factor: number;
      readonly unknownRows: number;
    }
  | {
      readonly kind: 'threshold';
      readonly epsilon: number;
      readonly delta: number;
      readonly threshold: number;
      /** For a person who is replaced, not added or removed. */
      readonly replace: LossOf<number>;
    };

/** What was ordered, as the ledger keeps it. */
export interface CertifiedOrder {
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly rules: readonly string[] }[];
  readonly unit: string | null;
  readonly rate: string;
  readonly rateFromData: boolean;
  readonly promise: CertifiedPromise;
}

/** What else the ledger keeps of a draw, so that nothing in a certificate is without a witness. */
export interface RecordedRelease extends CertifiedOrder {
  readonly published: { readonly file: string; readonly program: Certificate['program'] };
}

export interface EarlierDraw {
  readonly entry: number;
  readonly at: string;
  readonly rate: string;
  readonly reason: string | null;
  /** `null`: the file was never finished, but the draw was made. */
  readonly output: string | null;
}

/** The certificate of a published sample: what is guaranteed and what is not, by which rules, and the hash of the file. */
export interface Certificate extends CertifiedOrder {
  readonly certificate: 1;
  readonly program: { readonly name: 'sortition'; readonly version: string };
  /** When the draw was recorded, before a coin was tossed. */
  readonly at: string;
  /** SHA-256 of the names and kinds of all columns of the table. */
  readonly schema: string;
  readonly output: { readonly file: string; readonly sha256: string };
  readonly ledger: Receipt;
  readonly reason: string | null;
  readonly earlier: readonly EarlierDraw[];
  readonly says: readonly string[];
  readonly saysNot: readonly string[];
}
