/** Policies from files and from code, ready for use. */
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse } from '../vocabulary/index.ts';
import { readJson } from './json-text.ts';
import { withoutOpenColumns } from './open-columns.ts';
import type { Policy } from './policy.ts';
import { checkData, checkPolicy } from './policy-check.ts';
import type { PolicyInput } from './policy-input.ts';
import type { ShapedPolicy } from './policy-schema.ts';
import { resolvePolicy } from './resolution.ts';

const BYTES_MAX = 10_000_000;

export interface PolicyReading {
  /** A draft, whose columns may be undecided. Who is protected, and how much may be spent, may not. */
  readonly draft?: boolean | undefined;
}

/** A policy file, or one from code, with its paths resolved. */
export async function loadPolicy(policy: string | PolicyInput, { draft = false }: PolicyReading = {}): Promise<Policy> {
  if (typeof policy === 'string') return resolvePolicy(await readPolicyFile(policy, draft), dirname(resolve(policy)));
  return resolvePolicy(checkPolicy(policy), folderOf(policy.relativeTo));
}

/** A policy file of the right shape, its paths as they are written. */
export async function readPolicyFile(path: string, draft = false): Promise<ShapedPolicy> {
  const { data, placeOf } = readJson(await readText(path), path);
  return checkData(draft ? withoutOpenColumns(data) : data, place => `${placeOf(place)}: `);
}

/** Where a policy file says something, as `file:line:column`, for whoever has to change it. */
export async function placesIn(path: string): Promise<(place: readonly string[]) => string> {
  const { placeOf } = readJson(await readText(path), path);
  return placeOf;
}

function folderOf(file: string | undefined): string {
  if (file === undefined) return process.cwd();
  return dirname(file.startsWith('file:') ? fileURLToPath(file) : resolve(file));
}

async function readText(path: string): Promise<string> {
  const unreadable = (): never =>
    refuse('file_unreadable', `${path} cannot be read. Check the path and the permissions.`);
  const file = await open(path).catch(unreadable);
  try {
    const { size } = await file.stat();
    if (size <= BYTES_MAX) return await file.readFile('utf8').catch(unreadable);
    return refuse('policy_invalid', `${path} is larger than ${BYTES_MAX} bytes, the limit for a policy.`);
  } finally {
    await file.close();
  }
}
