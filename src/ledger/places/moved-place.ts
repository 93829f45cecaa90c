/** The ledger that took the place of another: what is left behind says where it went, and is written no more. */
import { refuse } from '../../vocabulary/index.ts';

export interface MovedPlace {
  /** Tells it from all others, also from one that lies at the same address later. */
  readonly id: string;
  /** For people. */
  readonly address: string;
}

export const movedText = ({ id, address }: MovedPlace): string => JSON.stringify([id, address]);

export function movedAway(text: string): never {
  const [, address] = JSON.parse(text) as [string, string];
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
