/**
 * What is said of a failure. Whether an engine fails can depend on people's data, and its words quote them:
 * so everybody gets one sentence and an incident number, and the custodian's log the class of the error.
 */
import { randomUUID } from 'node:crypto';
import { Fault, Refusal } from '../vocabulary/index.ts';

export interface Incident {
  readonly id: string;
  /** A class of errors or an SQLSTATE: never a message. */
  readonly kind: string;
}

export type Report = (incident: Incident) => void;

/** What to throw for whatever was thrown while rows were read. Our own faults and refusals stay what they are. */
export const engineFailure = (thrown: unknown, report: Report): Refusal | Fault =>
  thrown instanceof Refusal ? thrown : opaqueFailure(thrown, report);

/** The same where even a refusal would come too late: what is wrong with the data was to be said before the charge. */
export function opaqueFailure(thrown: unknown, report: Report): Refusal | Fault {
  if (thrown instanceof Fault) return thrown;
  const incident = { id: randomUUID(), kind: kindOf(thrown) };
  report(incident);
  return new Refusal(
    'engine_failed',
    `The engine could not finish (incident ${incident.id}). The charge stands; ask again with the same idempotency key at no further cost.`,
  );
}

/** How DuckDB's messages begin; anything that is not listed could quote a cell. */
const CLASSES = [
  'Binder Error',
  'Catalog Error',
  'Constraint Error',
  'Conversion Error',
  'FATAL Error',
  'INTERNAL Error',
  'INTERRUPT Error',
  'IO Error',
  'Invalid Input Error',
  'Missing Extension Error',
  'Not implemented Error',
  'Out of Memory Error',
  'Out of Range Error',
  'Parser Error',
  'Permission Error',
  'TransactionContext Error',
];

/** A class of DuckDB's, a code of PostgreSQL or of the system, or the kind of object that was thrown. */
function kindOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return 'unknown';
  const { code } = thrown as { code?: unknown };
  if (typeof code === 'string' && /^[0-9A-Z_]{5,40}$/.test(code)) return code;
  return CLASSES.find(each => thrown.message.startsWith(`${each}: `)) ?? thrown.name;
}
