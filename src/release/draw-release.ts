/**
 * One draw of one table, from ordered to published. The rate is judged before any coin is tossed, the draw stands in the
 * ledger before it is made, and what it shows is published whatever it is: nothing here looks at it.
 */
import manifest from '../../package.json' with { type: 'json' };
import { losses, spendings } from '../amounts/index.ts';
import { openTally } from '../engine/index.ts';
import type { Ledger, Payment } from '../ledger/index.ts';
import { type Below, systemEntropy, uniform } from '../random/index.ts';
import { ledgerAddress } from '../source/places/index.ts';
import { sha256 } from '../text/index.ts';
import { certifiedOrder } from './certificate.ts';
import type { Certificate } from './certificate-contents.ts';
import { coarsenedColumns } from './coarsening-rules.ts';
import { checkColumns } from './column-check.ts';
import { judgedRate } from './judgement.ts';
import { personColumn } from './person.ts';
import { type Protection, protectionOf } from './protection.ts';
import { type PublicationFiles, preparePublication } from './publication.ts';
import { publishDraw } from './publishing.ts';
import { memoryMegabytes, openReleaseData, type ReleaseData } from './release-data.ts';
import { ledgerOfData, openReleaseLedger, placeOf, type ReleaseLedger } from './release-ledger.ts';
import type { DrawOrder } from './release-order.ts';

/** Entropy, progress and cancellation of a draw. */
export interface DrawSurroundings {
  readonly below?: Below;
  readonly clock?: () => Date;
  readonly progress?: DrawProgress | undefined;
  /**
   * Gives up a draw that is not recorded yet, and leaves no trace of it. Afterwards it is not listened to: the coins of a
   * recorded draw count, and stopping them halfway would allow withholding a sample that looks bad.
   */
  readonly signal?: AbortSignal | undefined;
}

/** A sample that was drawn and recorded: its location and its guarantee. */
export interface PublishedSample {
  readonly verdict: 'safe';
  readonly rate: number;
  readonly rateFromData: boolean;
  readonly epsilon: number;
  /** What is promised; under a threshold what it reaches, which is no more. */
  readonly delta: number;
  readonly threshold: number | null;
  /** The column that names people, where people were drawn and not rows. */
  readonly unit: string | null;
  readonly out: string;
  /** Files beside the sample: JSON for programs, a page to be printed. */
  readonly certificate: string;
  readonly page: string;
  /** Where the draw is recorded, and whether that ledger was made just now. */
  readonly ledger: string;
  readonly ledgerCreated: boolean;
  readonly entry: number;
  readonly head: string;
}

/** Draws and publishes a sample, or refuses; a draw cannot be previewed. A second sample of a table needs a reason. */
export async function drawRelease(order: DrawOrder, surroundings: DrawSurroundings = {}): Promise<PublishedSample> {
  const { below = uniform(systemEntropy()), clock = () => new Date(), progress, signal } = surroundings;
  const announce = announcer(progress);
  const protection = protectionOf(order);
  const columns = await coarsenedColumns(order.columns, order.coarsen, order.hierarchies);
  const reason = order.reason ?? null;
  return withClosing(async closeLater => {
    announce('reading');
    signal?.throwIfAborted();
    const data = await openReleaseData(order.data, order.table);
    closeLater(data.engine.close);
    const place = await ledgerOfData(order, data);
    const unit = personColumn(order.unit, place.budget?.unit);
    const names = [...order.columns, ...(unit === undefined ? [] : [unit])];
    checkColumns(names, data.kinds);
    const publication = await preparePublication(order.out);
    closeLater(publication.discard);
    const request = { table: data.table, columns, unit, into: publication.sample };
    const tally = await openTally(data.origin, request, { memoryMegabytes }, signal);
    closeLater(tally.close);
    const judged = judgedRate(tally.counts, String(order.rate), protection);
    announce('judged');
    // a ledger that is not there would be made
    signal?.throwIfAborted();
    const ledger = await openReleaseLedger({ ...place.opening, clock });
    closeLater(ledger.close);
    const recorded = {
      ...certifiedOrder({ table: data.table, columns, unit, judged, protection }),
      published: { file: publication.name, program: PROGRAM },
    };
    const schema = schemaOf(data, names);
    signal?.throwIfAborted();
    const drawn = await ledger.drawRelease(
      { analyst: CUSTODIAN, tables: place.budget === undefined ? [] : [place.budget.table] },
      {
        ...{ place: placeOf(data.origin, data.table), schema, order: recorded, reason },
        ...paymentOf(protection, place.budget),
      },
    );
    announce('recorded');
    announce('drawing');
    const certificate = await publishDraw(
      { recorded, schema, reason, drawn },
      { below, tally, ledger, publication, whenCertified: () => announce('certified') },
    );
    announce('published');
    return drawnReply(certificate, publication, ledger, { out: order.out, ledger: ledgerAddress(place.opening.place) });
  });
}

const CUSTODIAN = 'custodian';

const PROGRAM = { name: 'sortition', version: manifest.version } as const;

type Close = () => Promise<void>;

/** Closes whatever was opened, the last first, however the work ends. */
async function withClosing<Result>(work: (closeLater: (close: Close) => void) => Promise<Result>): Promise<Result> {
  const closing: Close[] = [];
  try {
    return await work(close => void closing.push(close));
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/**
 * Names and families of columns, as the engine found them in the schema and not in rows. A JSON file has no schema: its
 * columns are whatever keys its rows have, one person's among them, and a certificate would tell. There it is those ordered.
 */
function schemaOf({ engine, table, origin, policy }: ReleaseData, ordered: readonly string[]): string {
  const columns = [...(engine.catalogue.get(table)?.columns ?? [])];
  const hasSchema = policy !== undefined || origin.tables[table].file?.format !== 'json';
  const own = hasSchema ? columns : columns.filter(([name]) => ordered.includes(name)).sort();
  return sha256(JSON.stringify(own));
}

const drawnReply = (
  { promise, rate, rateFromData, unit, ledger: { entry, head } }: Certificate,
  { certificate, page }: PublicationFiles,
  { created: ledgerCreated }: Ledger,
  { out, ledger }: Pick<PublishedSample, 'out' | 'ledger'>,
): PublishedSample => ({
  ...{ verdict: 'safe', rate: Number(rate), rateFromData, epsilon: promise.epsilon, delta: promise.delta },
  threshold: promise.kind === 'threshold' ? promise.threshold : null,
  unit,
  ...{ out, certificate, page, ledger, ledgerCreated, entry, head },
});

/** A promise for one table is none of differential privacy and costs none. Without a policy nobody pays: the cost stands in the order. */
function paymentOf(protection: Protection, budget: ReleaseLedger['budget']): Payment {
  if (protection.kind === 'table' || budget === undefined) return FREE;
  const { cost } = protection;
  return {
    charge: spendings.under(budget.neighbours, cost),
    nodes: new Map([['base', { spent: cost, passed: spendings.nothing }]]),
  };
}

const FREE: Payment = { charge: losses.none, nodes: new Map() };

/** How far a draw is, for whoever waits for it. */
const PARTS = { reading: 0, judged: 0.5, recorded: 0.6, drawing: 0.7, certified: 0.9, published: 1 } as const;

/** Reading, judged, recorded, drawing, certified, published: from `recorded` on, the draw counts as made, whatever happens. */
export type DrawStage = keyof typeof PARTS;

/** The part of the whole that is done is a guess: reading the table takes longest. */
type DrawProgress = (stage: DrawStage, part: number) => void;

const announcer =
  (progress: DrawProgress | undefined) =>
  (stage: DrawStage): void =>
    progress?.(stage, PARTS[stage]);
