/**
 * Reports with a proof that they are one-hot: Prio3Histogram of VDAF draft 08, over answer 0 and all values. The proof is in
 * shares too; the aggregators check it together and learn nothing but whether it holds. The report's number is the nonce.
 */
import type { Prio3Histogram } from '@divviup/prio3';
import type { Entropy } from '../../random/index.ts';
import { invariant, refuse } from '../../vocabulary/index.ts';
import { type Campaign, valuesOf } from '../protocol/index.ts';
import { chunkOf, FIELD_BYTES, FIELD_MODULUS, SEED_BYTES, shareBytes } from '../reports/index.ts';

/** What one aggregator makes of its share of a report: what it keeps, and what it shows the others. */
export interface Prepared {
  /** Undefined where the share is no share at all. */
  readonly kept: Kept | undefined;
  readonly shown: Uint8Array;
}

type Kept = Awaited<ReturnType<Prio3Histogram['prepareInit']>>['preparationState'];

export interface ReportVerification {
  /** Of what an aggregator shows of one report. */
  readonly shownBytes: number;
  /** One share for each aggregator. */
  shard(value: number, number: Uint8Array, entropy: Entropy): Promise<Uint8Array[]>;
  prepare(report: Unprepared): Promise<Prepared>;
  /** This aggregator's share of a report that holds, from answer 0 on; undefined for one that does not. */
  decide(own: Prepared, shown: readonly Uint8Array[]): Promise<readonly bigint[] | undefined>;
}

export interface Unprepared {
  /** Known to aggregators only, or a cheat could choose a proof that it does not test. */
  readonly key: Uint8Array;
  readonly place: number;
  readonly number: Uint8Array;
  readonly share: Uint8Array;
}

export async function openVerification(campaign: Campaign): Promise<ReportVerification> {
  const { Prio3Histogram } = await import('@divviup/prio3').catch(() =>
    refuse('driver_missing', 'A verified campaign needs one more package: npm install @divviup/prio3@0.8.0'),
  );
  const length = valuesOf(campaign.answers) + 1;
  const shares = campaign.aggregators.length;
  const prio3 = new Prio3Histogram({ shares, length, chunkLength: chunkOf(length) });
  const { field, verifierLen } = prio3.flp;
  invariant(field.modulus === FIELD_MODULUS && field.encodedSize === FIELD_BYTES, 'the field is that of the protocol');
  const layout = layoutOf(campaign, prio3);
  const shownBytes = verifierLen * FIELD_BYTES + SEED_BYTES;
  return {
    shownBytes,
    async shard(value, number, entropy) {
      const random = Uint8Array.from({ length: prio3.randSize }, () => entropy.word() & 255);
      const { publicShare, inputShares } = await prio3.shard(value, asBuffer(number), asBuffer(random));
      return inputShares.map(({ measurementShare, proofsShare, blind }) =>
        joinedBytes([field.encode(measurementShare), field.encode(proofsShare), blind, ...publicShare.jointRandParts]),
      );
    },
    async prepare({ key, place, number, share }) {
      try {
        const { publicShare, inputShare } = layout.read(share);
        const [nonce, verifyKey] = [asBuffer(number), asBuffer(key)];
        const prepared = await prio3.prepareInit(verifyKey, place, null, nonce, publicShare, inputShare);
        const shown = prio3.encodePreparationShare(prepared.preparationShare);
        return { kept: prepared.preparationState, shown };
      } catch {
        // a number beyond the field: what is shown instead holds for nobody
        return { kept: undefined, shown: new Uint8Array(shownBytes) };
      }
    },
    async decide({ kept }, shown) {
      if (kept === undefined) return undefined;
      try {
        const preparationShares = shown.map(bytes => ({
          verifiersShare: field.decode(bytes.subarray(0, -SEED_BYTES)),
          jointRandomnessPart: asBuffer(bytes.slice(-SEED_BYTES)),
        }));
        const message = await prio3.unshardPreparationShares(null, preparationShares);
        const finished = prio3.prepareNext(kept, message);
        return 'outputShare' in finished ? finished.outputShare : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** How a share lies in its bytes: measurement, proof, blind, and everybody's part of the joint randomness. */
function layoutOf(campaign: Campaign, { flp }: Prio3Histogram) {
  const measurementEnd = flp.measurementLen * FIELD_BYTES;
  const proofEnd = measurementEnd + flp.proofLen * FIELD_BYTES;
  const blindEnd = proofEnd + SEED_BYTES;
  const seeds = campaign.aggregators.map((_, place) => blindEnd + place * SEED_BYTES);
  invariant(blindEnd + seeds.length * SEED_BYTES === shareBytes(campaign), 'a share is as long as the protocol says');
  const part = (share: Uint8Array, from: number, to: number) => asBuffer(share.slice(from, to));
  return {
    read(share: Uint8Array) {
      const [wireMeasurementShare, wireProofShare] = [
        part(share, 0, measurementEnd),
        part(share, measurementEnd, proofEnd),
      ];
      const measurementShare = flp.field.decode(wireMeasurementShare);
      const proofsShare = flp.field.decode(wireProofShare);
      const blind = part(share, proofEnd, blindEnd);
      return {
        publicShare: { jointRandParts: seeds.map(from => part(share, from, from + SEED_BYTES)) },
        inputShare: { measurementShare, proofsShare, wireMeasurementShare, wireProofShare, blind },
      };
    },
  };
}

/** The package asks for Node's kind of bytes; where there is none, plain ones do what it does with them. */
function asBuffer(bytes: Uint8Array): Buffer {
  return (globalThis.Buffer?.from(bytes) ?? bytes) as Buffer;
}

function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
