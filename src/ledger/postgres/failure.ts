/** What a server's failure means for a ledger. Its own words may hold values: only the class is said. */
import { isLost } from '../../postgres/index.ts';
import { Refusal, refuse } from '../../vocabulary/index.ts';
import { ledgerLocked } from '../unavailable.ts';

export const unreachable = (): never =>
  refuse(
    'ledger_unwritable',
    'The database of the ledger cannot be reached, refuses the connection or does not answer. Check its address, the server and ' +
      'the permissions, and ask again: whatever was charged is resumed.',
  );

/** Nobody got the lock in time, or two wrote after the same entry. */
const OTHERS_AT_WORK = ['55P03', '23505', '40P01', '40001'];

export function refusalOf(caught: unknown): never {
  if (caught instanceof Refusal) throw caught;
  if (isLost(caught)) return unreachable();
  const state = caught instanceof Error && 'code' in caught ? String(caught.code) : '';
  // the driver's word on an address that is none, such as one with a port above 65535
  if (state === 'ERR_INVALID_URL') return unreachable();
  if (OTHERS_AT_WORK.includes(state)) return ledgerLocked();
  // rights, space, memory, connections, a standby, tables that are not there
  if (/^(28|3D|42501|42P01|3F|53|58|25|57)/.test(state)) return unwritable();
  throw caught;
}

export const unwritable = (): never =>
  refuse(
    'ledger_unwritable',
    'The database of the ledger cannot be written. Check its disk, its permissions, and that it is no standby.',
  );
