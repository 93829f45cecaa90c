/**
 * A request's bytes become reports: as many as fit evenly, each with a true ticket, each counted once.
 * Bad reports are told one by one, by their place in the request; the good ones beside them are kept.
 */
import { type RefusalCode, refuse } from '../../vocabulary/index.ts';
import { BATCH_MAX, LABEL_BYTES, NUMBER_BYTES, SPLIT_BYTES, shareBytes, TICKET_BYTES } from '../reports/index.ts';
import { trueTickets } from '../tickets/index.ts';
import { parts } from './batch-parts.ts';
import { countOf } from './round-index.ts';
import type { AggregatorSeat } from './seats.ts';
import type { Batch } from './store.ts';

export interface Accepted {
  /** Reports that are kept now, whether they are new or came again. */
  readonly accepted: number;
  readonly refused: readonly { readonly place: number; readonly code: RefusalCode; readonly message: string }[];
}

export async function accept(seat: AggregatorSeat, round: number, body: Buffer): Promise<Accepted> {
  const { store, fingerprint, campaign, ticketKey } = seat;
  const { numbers, marks, labels, shares } = reportsIn(body, shareBytes(campaign));
  const isTrue = trueTickets(ticketKey, numbers, marks);
  const count = countOf(labels);
  const places = Array.from({ length: count }, (_, place) => place);
  const kept = places.filter(isTrue);
  const outcomes = await store.add(fingerprint, round, {
    labels: parts(labels, kept, LABEL_BYTES),
    shares: parts(shares, kept, shareBytes(campaign)),
  });
  const differing = kept.filter((_, i) => outcomes[i] === 'differs');
  const refused = [
    ...places.filter(place => !isTrue(place)).map(place => ({ place, ...FORGED })),
    ...differing.map(place => ({ place, ...DIFFERS })),
  ];
  return { accepted: count - refused.length, refused };
}

const FORGED = {
  code: 'ticket_invalid',
  message: 'This ticket does not belong to this campaign. Copy all of it.',
} as const;
const DIFFERS = {
  code: 'report_differs',
  message: 'Another report was already received for this ticket, and that one counts.',
} as const;

/** What tickets are told by, beside what is kept. */
interface Unchecked extends Batch {
  readonly numbers: Buffer;
  readonly marks: Buffer;
}

/** Tickets, ids of splits and shares lie in turn; they are laid apart. */
function reportsIn(body: Buffer, size: number): Unchecked {
  const length = TICKET_BYTES + SPLIT_BYTES + size;
  const count = body.length / length;
  if (!(Number.isInteger(count) && count >= 1 && count <= BATCH_MAX))
    refuse('report_malformed', `Send 1 to ${BATCH_MAX} reports of ${length} bytes each, one after the other.`);
  const numbers = Buffer.allocUnsafe(count * NUMBER_BYTES);
  const marks = Buffer.allocUnsafe(count * NUMBER_BYTES);
  const labels = Buffer.allocUnsafe(count * LABEL_BYTES);
  const shares = Buffer.allocUnsafe(count * size);
  for (let place = 0; place < count; place += 1) {
    const start = place * length;
    body.copy(numbers, place * NUMBER_BYTES, start, start + NUMBER_BYTES);
    body.copy(marks, place * NUMBER_BYTES, start + NUMBER_BYTES, start + TICKET_BYTES);
    body.copy(labels, place * LABEL_BYTES, start, start + NUMBER_BYTES);
    body.copy(labels, place * LABEL_BYTES + NUMBER_BYTES, start + TICKET_BYTES, start + TICKET_BYTES + SPLIT_BYTES);
    body.copy(shares, place * size, start + TICKET_BYTES + SPLIT_BYTES, start + length);
  }
  return { numbers, marks, labels, shares };
}
