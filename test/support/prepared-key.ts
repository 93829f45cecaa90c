/** A new key that is on disk, as the road makes them before the ledger mentions any. */
import type { KeyStore, PreparedKey } from '../../src/ledger/keys/sample-key.ts';

export async function preparedKey(keys: KeyStore): Promise<PreparedKey> {
  const key = keys.draw();
  await keys.keep(key);
  return key;
}
