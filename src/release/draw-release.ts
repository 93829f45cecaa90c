/**
 * One draw of one table, from ordered to published. The rate is judged before any coin is tossed, the draw stands in the
 * ledger before it is made, and what it shows is published whatever it is: nothing here looks at it.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { nothing, type Spending } from '../accounting/index.ts';
import { openTally } from '../engine/index.ts';
import type { Loss, Payment } from '../ledger/index.ts';
import { rational } from '../numerics/index.ts';
import { type Below, systemEntropy, uniform } from '../random/index.ts';
import { type Relation, refuse } from '../vocabulary/index.ts';
import { type Certificate, certificateOf, certifiedOrder } from './certificate.ts';
import { certificatePage } from './certificate-page.ts';
import { coarsenedColumns } from './coarsening-rules.ts';
import { checkColumns } from './column-check.ts';
import { drawGroups } from './drawing.ts';
import { judgedRate } from './judgement.ts';
import { type Protection, protectionOf } from './protection.ts';
import { type Publication, preparePublication } from './publication.ts';
import { memoryMegabytes, openReleaseData, type ReleaseData } from './release-data.ts';
import { openReleaseLedger, placeOf, type ReleaseLedger } from './release-ledger.ts';
import type { DrawOrder } from './release-order.ts';

export interface DrawSurroundings {
  readonly below?: Below;
  readonly clock?: () => Date;
}

export interface DrawnRelease {
  readonly verdict: 'safe';
  readonly rate: number;
  readonly rateFromData: boolean;
  readonly epsilon: number;
  /** What is promised; under a threshold what it reaches, which is no more. */
  readonly delta: number;
  readonly threshold: number | null;
  readonly out: string;
  readonly certificate: string;
  readonly page: string;
  readonly entry: number;
  readonly head: string;
  /** Where the draw is recorded, and whether that ledger was made just now. */
  readonly ledger: string;
  readonly ledgerCreated: boolean;
}

export async function drawRelease(order: DrawOrder, surroundings: DrawSurroundings = {}): Promise<DrawnRelease> {
  const { below = uniform(systemEntropy()), clock = () => new Date() } = surroundings;
  const protection = protectionOf(order);
  const columns = await coarsenedColumns(order.columns, order.coarsen);
  const closing: (() => Promise<void>)[] = [];
  try {
    const data = await openReleaseData(order.data, order.table);
    closing.push(() => data.engine.close());
    const publication = await preparePublication(order.out);
    closing.push(() => publication.discard());
    const kept = await openReleaseLedger(order, data, clock);
    closing.push(() => kept.ledger.close());
    const unit = unitOf(order.unit, kept);
    checkColumns([...order.columns, ...(unit === undefined ? [] : [unit])], data.kinds);
    const request = {
      table: data.table,
      columns,
      unit,
      into: { path: publication.making, format: publication.format },
    };
    const tally = await openTally(data.origin, request, { memoryMegabytes });
    closing.push(() => tally.close());
    const judged = judgedRate(tally.counts, order.rate === undefined ? undefined : String(order.rate), protection);
    const ordered = certifiedOrder({ table: data.table, columns, unit, judged, protection });
    const schema = schemaOf(data);
    const draw = await kept.ledger.drawRelease(
      { analyst: CUSTODIAN, tables: kept.budget === undefined ? [] : [kept.budget.table] },
      {
        ...{ place: placeOf(data.origin, data.table), schema, order: { ...ordered }, reason: order.reason ?? null },
        ...paymentOf(protection, kept),
      },
    );
    const threshold = protection.kind === 'threshold' ? protection.threshold : 1;
    await tally.write(drawGroups(below, tally.counts, { rate: rational.fromDecimal(judged.rate), threshold }));
    const sha256 = await publication.digest();
    await kept.ledger.finishRelease(draw, sha256);
    const certificate = certificateOf({
      ...ordered,
      ...{ schema, reason: order.reason ?? null, earlier: draw.earlier, at: clock().toISOString() },
      program: { name: 'sortition', version: manifest.version },
      output: { file: basename(order.out), sha256 },
      ledger: { entry: draw.entry, head: draw.head },
    });
    await publish(certificate, publication);
    return told(order, certificate, publication, kept);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

const CUSTODIAN = 'custodian';

const publish = (certificate: Certificate, publication: Publication): Promise<void> =>
  publication.place({
    certificate: `${JSON.stringify(certificate, null, 2)}\n`,
    page: certificatePage(certificate),
  });

/** Who a person is, a policy knows best. */
function unitOf(named: string | undefined, { budget }: ReleaseLedger): string | undefined {
  const known = budget?.unit;
  if (known === undefined || named === undefined || named === known) return named ?? known;
  return refuse('flags_conflict', `The policy names ${known} as the unit; leave out --unit, or name the same.`);
}

/** Names and families of columns, as the engine found them in the schema and not in rows. */
function schemaOf({ engine, table }: ReleaseData): string {
  const columns = [...(engine.catalogue.get(table)?.columns ?? [])];
  return createHash('sha256').update(JSON.stringify(columns)).digest('hex');
}

/** A promise for one table costs no budget of differential privacy: it is none. */
function paymentOf(protection: Protection, { budget }: ReleaseLedger): Payment {
  const cost = protection.kind === 'threshold' && budget !== undefined ? protection.cost : nothing;
  return { charge: chargeOf(cost, budget?.neighbours), nodes: new Map([['base', { spent: cost, passed: nothing }]]) };
}

const chargeOf = ({ epsilon, delta, replace, replaceDelta }: Spending, relation: Relation = 'add-remove'): Loss =>
  relation === 'add-remove' ? { epsilon, delta } : { epsilon: replace, delta: replaceDelta };

const told = (
  { out }: DrawOrder,
  { promise, rate, rateFromData, ledger }: Certificate,
  { certificate, page }: Publication,
  { ledger: { created }, address }: ReleaseLedger,
): DrawnRelease => ({
  ...{ verdict: 'safe', rate: Number(rate), rateFromData, epsilon: promise.epsilon, delta: promise.delta },
  threshold: promise.kind === 'threshold' ? promise.threshold : null,
  ...{ out, certificate, page, ...ledger, ledger: address, ledgerCreated: created },
});
