/**
 * What is certified of a published sample. Everything in it was known before the draw, is the sample's own hash, or is the
 * ledger's: no count, no size of the table and no chance that was computed from it.
 */

import { losses, spendings } from '../amounts/index.ts';
import type { CoarsenedColumn } from '../engine/index.ts';
import type { Receipt, ReleaseRecord } from '../ledger/index.ts';
import { rational, toNumber } from '../numerics/index.ts';
import type { PrivacyLoss, Relation } from '../vocabulary/index.ts';
import type {
  Certificate,
  CertifiedOrder,
  CertifiedPromise,
  EarlierDraw,
  RecordedRelease,
} from './certificate-contents.ts';
import { promiseWords } from './certificate-words.ts';
import { ruleText } from './coarsening-rules.ts';
import type { JudgedRate } from './judgement.ts';
import type { Protection } from './protection.ts';

export interface Ordered {
  readonly table: string;
  readonly columns: readonly CoarsenedColumn[];
  readonly unit: string | undefined;
  readonly judged: JudgedRate;
  readonly protection: Protection;
}

export const certifiedOrder = ({ table, columns, unit, judged, protection }: Ordered): CertifiedOrder => ({
  table,
  columns: columns.map(({ name, rules }) => ({ name, rules: rules.map(ruleText) })),
  unit: unit ?? null,
  rate: judged.rate,
  rateFromData: judged.fromData,
  promise: certifiedPromise(protection),
});

function certifiedPromise(protection: Protection): CertifiedPromise {
  if (protection.kind === 'table') {
    const { epsilon, delta, unknownRows } = protection.promised;
    const number = (value: typeof epsilon): number => toNumber(value, 'nearest');
    const factor = number(rational.add(rational.one, epsilon));
    return { kind: 'table', epsilon: number(epsilon), delta, factor, unknownRows };
  }
  const { threshold, cost } = protection;
  const charged = (relation: Relation): PrivacyLoss => losses.number(spendings.under(relation, cost), 'up');
  return { kind: 'threshold', ...charged('add-remove'), threshold, replace: charged('replace-one') };
}

/** A draw as the ledger knows it: everything that is certified is in it. */
export interface Witnessed extends Pick<ReleaseRecord, 'at' | 'schema' | 'reason'> {
  readonly recorded: RecordedRelease;
  readonly sha256: string;
  readonly ledger: Receipt;
  readonly earlier: readonly ReleaseRecord[];
}

export function certificateOf({ recorded, sha256, at, schema, reason, ledger, ...more }: Witnessed): Certificate {
  const ordered = inOrder(recorded);
  const { file, program } = recorded.published;
  const earlier = more.earlier.map(earlierDraw);
  return Object.freeze({
    certificate: 1,
    ...ordered,
    program: { name: program.name, version: program.version },
    ...{ at, schema, output: { file, sha256 }, ledger, reason, earlier },
    ...promiseWords({ ...ordered, earlier }),
  });
}

/** The file of a certificate: one text, whether it is made by the draw or again from the ledger. */
export const certificateText = (certificate: Certificate): string => `${JSON.stringify(certificate, null, 2)}\n`;

/** A ledger keeps fields in an order of its own. */
const inOrder = ({ table, columns, unit, rate, rateFromData, promise }: CertifiedOrder): CertifiedOrder => ({
  table,
  columns: columns.map(({ name, rules }) => ({ name, rules })),
  ...{ unit, rate, rateFromData, promise: promiseInOrder(promise) },
});

function promiseInOrder(promise: CertifiedPromise): CertifiedPromise {
  const { kind, epsilon, delta } = promise;
  if (kind === 'table') return { kind, epsilon, delta, factor: promise.factor, unknownRows: promise.unknownRows };
  const { threshold, replace } = promise;
  return { kind, epsilon, delta, threshold, replace: { epsilon: replace.epsilon, delta: replace.delta } };
}

/** What a draw wrote into its record; nobody else writes there. Older versions did not say what was published. */
export const recordedIn = ({
  order,
}: Pick<ReleaseRecord, 'order'>): Omit<RecordedRelease, 'published'> & Partial<RecordedRelease> =>
  order as unknown as RecordedRelease;

const earlierDraw = (record: ReleaseRecord): EarlierDraw => {
  const { entry, at, reason, output } = record;
  return { entry, at, rate: recordedIn(record).rate, reason, output };
};
