/**
 * What is certified of a published sample. Everything in it was known before the draw, is the sample's own hash, or is the
 * ledger's: no count, no size of the table and no chance that was computed from it.
 */
import type { CoarsenedColumn } from '../engine/index.ts';
import { amounts, type ReleaseRecord } from '../ledger/index.ts';
import { rational, toNumber } from '../numerics/index.ts';
import type { Certificate, CertifiedOrder, CertifiedPromise, EarlierDraw } from './certificate-contents.ts';
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
  const charged = (part: keyof typeof cost): number => amounts.number(cost[part], 'up');
  return {
    kind: 'threshold',
    epsilon: charged('epsilon'),
    delta: charged('delta'),
    threshold,
    replace: { epsilon: charged('replace'), delta: charged('replaceDelta') },
  };
}

export type Certified = Omit<Certificate, 'certificate' | 'earlier' | 'says' | 'saysNot'> & {
  readonly earlier: readonly ReleaseRecord[];
};

export function certificateOf(certified: Certified): Certificate {
  const earlier = certified.earlier.map(earlierDraw);
  return Object.freeze({ certificate: 1, ...certified, earlier, ...promiseWords({ ...certified, earlier }) });
}

const earlierDraw = ({ entry, at, order, reason, output }: ReleaseRecord): EarlierDraw => ({
  entry,
  at,
  rate: (order as unknown as CertifiedOrder).rate,
  reason,
  output,
});
