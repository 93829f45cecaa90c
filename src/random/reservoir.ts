/**
 * A sample of fixed size without replacement from a stream whose length nobody knows yet.
 * Rows are looked at only where something is decided; long stretches are passed over by one skip.
 */
import { refuse } from '../vocabulary/index.ts';
import { skips, usualLook } from './skips.ts';
import type { Below } from './uniform.ts';

export interface Reservoir<Row> {
  /** The next row of the stream. */
  offer(row: Row): void;
  /** The next rows of the stream; only those that enter the sample are read. */
  offerAll(rows: ArrayLike<Row>): void;
  /** The sample of all rows offered so far. Every subset is equally likely; the order is not random. */
  sample(): Row[];
}

/** Choices of speed. The distribution is the same under all. */
export interface ReservoirTuning {
  /** A draw for each row until the stream is this many times as long as the sample, then skips. */
  readonly drawEachUntil: number;
  /** A stretch of skips ends when the stream has grown by this part. */
  readonly stretch: number;
  readonly look: number;
}

const usualTuning: ReservoirTuning = { drawEachUntil: 16, stretch: 1 / 2, look: usualLook };

/** A sample of all the rows at once. */
export function reservoir<Row>(below: Below, options: { size: number }, rows: Iterable<Row>): Row[] {
  const open = openReservoir<Row>(below, options);
  for (const row of rows) open.offer(row);
  return open.sample();
}

/** A sample that grows with its stream. */
export function openReservoir<Row>(below: Below, { size }: { size: number }, tuning = usualTuning): Reservoir<Row> {
  if (!(Number.isSafeInteger(size) && size >= 1))
    refuse('value_out_of_range', 'A sample of fixed size has 1 row or more.');
  const seats: Row[] = [];
  const decisions = decide(below, size, tuning);
  let decision: Decision = { row: -1, seat: noSeat };
  let seen = 0;
  const decideNext = (): void => {
    while (decision.row < seen) decision = decisions.next().value;
  };
  const offer = (row: Row): void => {
    decideNext();
    if (decision.row === seen && decision.seat !== noSeat) seats[decision.seat] = row;
    seen += 1;
  };
  const offerAll = (rows: ArrayLike<Row>): void => {
    const start = seen;
    const end = start + rows.length;
    while (seen < end) {
      decideNext();
      if (decision.row < end && decision.seat !== noSeat) seats[decision.seat] = rows[decision.row - start];
      seen = Math.min(decision.row + 1, end);
    }
  };
  return { offer, offerAll, sample: () => seats.slice() };
}

/** Every row after the previous decision and before this one is passed over; this one takes the seat, if there is one. */
interface Decision {
  readonly row: number;
  readonly seat: number;
}

const noSeat = -1;

/**
 * Row number i, counted from 0, enters with probability size/(i+1) and takes a seat chosen alike among all.
 * Decides no further than to the next row that matters, so that nothing is drawn for rows that never come.
 *   Says     after every row, each subset of the rows seen is equally likely
 *   Assumes  size >= 1; the draws do not depend on what is in the rows
 *   Rounds   nothing: integers only
 *   Source   [Vitter85] Algorithm R
 */
function* decide(
  below: Below,
  size: number,
  { drawEachUntil, stretch, look }: ReservoirTuning,
): Generator<Decision, never> {
  let row = 0;
  for (; row < size; row++) yield { row, seat: row };
  for (; row < size * drawEachUntil; row++) {
    const seat = below(row + 1);
    yield { row, seat: seat < size ? seat : noSeat };
  }
  for (;;) {
    const end = row + Math.ceil(row * stretch);
    yield* decideBySkips(below, { size, start: row, end, look });
    row = end;
  }
}

/**
 * The rows from `start` to `end`, by skips. Each row is a candidate with the probability of the first, size/(start+1),
 * and candidate i enters with probability (start+1)/(i+1). A stretch may begin at any row, because what one row
 * decides does not depend on the rows before it.
 *   Says     row i enters with probability size/(i+1), independently of the others
 *   Assumes  start >= size
 *   Rounds   nothing: integers only
 *   Source   elementary: thinning
 */
function* decideBySkips(below: Below, { size, start, end, look }: Stretch): Generator<Decision, void> {
  const skip = skips(below, { numerator: BigInt(size), denominator: BigInt(start + 1) }, look);
  for (let row = start + skip(end - start); row < end; row += 1 + skip(end - row - 1)) {
    const enters = below(row + 1) <= start;
    yield { row, seat: enters ? below(size) : noSeat };
  }
  yield { row: end - 1, seat: noSeat };
}

interface Stretch {
  readonly size: number;
  readonly start: number;
  readonly end: number;
  readonly look: number;
}
