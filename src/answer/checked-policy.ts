/**
 * Whether the owner of the data ever looked at what a policy makes of them. Kept in a file beside the ledger, one line for each policy
 * and version that was checked: neither depends on the data, and nothing of what a check found is in it.
 */
import { appendFile, readFile } from 'node:fs/promises';
import { fingerprint, type Policy } from '../source/index.ts';
import { machinePlace } from '../source/places/index.ts';

function fileOf(policy: Policy): string | undefined {
  const place = machinePlace(policy);
  return place && `${place}.checked`;
}

const lineOf = (policy: Policy): string => `${fingerprint(policy)} ${JSON.stringify(policy.source.version ?? null)}`;

/** Where it cannot be kept, the owner is only reminded once more. */
export async function rememberCheck(policy: Policy): Promise<void> {
  const file = fileOf(policy);
  if (file !== undefined && !(await isIn(file, policy)))
    await appendFile(file, `${lineOf(policy)}\n`, { mode: 0o600 }).catch(() => {});
}

/** True where nothing is kept. */
export async function wasChecked(policy: Policy): Promise<boolean> {
  const file = fileOf(policy);
  return file === undefined || (await isIn(file, policy));
}

const isIn = async (file: string, policy: Policy): Promise<boolean> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').includes(lineOf(policy));
