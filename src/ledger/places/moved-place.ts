/**
 * The ledger that took the place of another: what is left behind says where it went, and is written no more. What is on its way is
 * announced where it will arrive before it is closed where it was: no new ledger begins there in the meantime, with nothing spent.
 */
import { refuse } from '../../vocabulary/index.ts';

export interface MovedPlace {
  /** Tells it from all others, also from one that lies at the same address later. */
  readonly id: string;
  /** For people. */
  readonly address: string;
}

export const movedText = ({ id, address }: MovedPlace): string => JSON.stringify([id, address]);

/** A ledger that is on its way. */
export interface ExpectedLedger {
  /** The hash of its first entry tells it from all others. */
  readonly first: string;
  /** Where it comes from, for people. */
  readonly address: string;
}

/** Written where other ledgers say where they went: programs that do not know it write nothing there either. */
export const expectedText = ({ first, address }: ExpectedLedger): string => JSON.stringify([null, address, first]);

/** Whether this one is awaited, or nobody is. */
export const isExpected = (before: string | null, { first }: ExpectedLedger): boolean =>
  before === null || (JSON.parse(before) as string[])[2] === first;

export function movedAway(text: string): never {
  const [id, address] = JSON.parse(text) as [string | null, string];
  if (id === null)
    return refuse(
      'ledger_arriving',
      `A ledger is on its way here from ${address}, and a new one would begin with nothing spent. Repeat the move until it is done: ` +
        'sortition ledger move.',
    );
  return refuse(
    'ledger_moved',
    `This ledger was moved to ${address}. Name that one: only there can the budget be spent.`,
  );
}

/** Whether it is left behind already, for the same place: an interrupted move goes on. */
export function isLeft(before: string | null, place: MovedPlace): boolean {
  if (before === null) return false;
  const [id] = JSON.parse(before) as [string, string];
  return id === place.id || movedAway(before);
}

export const notEmpty = (): never =>
  refuse('ledger_not_empty', 'There is a ledger at the target already. Move to a file or a database that has none.');
