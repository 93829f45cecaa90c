/** Which reports a round has, and in which batch each lies: in memory, read from the batches when the store is opened. */
import { BATCH_MAX, LABEL_BYTES, NUMBER_BYTES } from '../reports/index.ts';

export interface Position {
  readonly batch: number;
  readonly place: number;
}

export interface RoundIndex {
  positionOf(number: string): Position | undefined;
  add(number: string, position: Position): void;
  remove(number: string): void;
  count(): number;
}

/** A position is one number, not an object: a million objects would be most of the memory. */
export function roundIndex(): RoundIndex {
  const positions = new Map<string, number>();
  return {
    positionOf(number) {
      const position = positions.get(number);
      return position === undefined
        ? undefined
        : { batch: Math.floor(position / BATCH_MAX), place: position % BATCH_MAX };
    },
    add: (number, { batch, place }) => void positions.set(number, batch * BATCH_MAX + place),
    remove: number => void positions.delete(number),
    count: () => positions.size,
  };
}

/** The label at a place, one character a byte. */
export const labelAt = (labels: Buffer, place: number): string =>
  labels.toString('latin1', place * LABEL_BYTES, (place + 1) * LABEL_BYTES);

/** The number of the ticket in a label, or in whatever begins with one: a ticket counts once, however it was split. */
export const numberOf = (label: string): string => label.slice(0, NUMBER_BYTES);

export const countOf = (labels: Buffer): number => labels.length / LABEL_BYTES;
