/** What must be known of where a ledger lies, be it a file or a database. Nothing is made before it is opened. */
import type { KeyStore } from '../keys/sample-key.ts';
import type { Contents, Store, StoreOptions } from '../store.ts';
import type { ExpectedLedger, MovedPlace } from './moved-place.ts';

export interface LedgerHome {
  /** For people: holds no secret. */
  readonly name: string;
  /** The secrets of its samples. */
  readonly keys: KeyStore;
  /** Whether anything was ever written into the ledger. */
  isThere(): Promise<boolean>;
  /** Makes it where it is not there. Closing the store closes the home. */
  open(options: StoreOptions): Promise<Store>;
  /** The whole chain from one snapshot, whoever else is at work there: nothing is made, migrated or written. */
  everything: Store['everything'];
  /** Tells it from all others; makes what is needed to keep a ledger, and no ledger. */
  identity(): Promise<string>;
  /** Nobody writes here from now on, because another ledger takes the place of this one; harmless where it is so already. */
  leave(place: MovedPlace): Promise<void>;
  isLeftFor(place: MovedPlace): Promise<boolean>;
  /** No ledger begins here from now on until this one arrives; harmless where it is awaited already, refused where there is one. */
  expect(ledger: ExpectedLedger): Promise<void>;
  /** All of a chain or nothing, durable when it resolves; refused where there is one. */
  receive(contents: Contents): Promise<void>;
  /** May be called again. */
  close(): Promise<void>;
}
