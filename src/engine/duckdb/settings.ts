/**
 * What DuckDB may do: read the policy's files, spill into one owner-only folder if there is one, and nothing else.
 * The order matters: the files are allowed, then all others closed, then the lock turned.
 */
import { quoteText } from '../../sql/index.ts';

export interface DuckdbLimits {
  /** Most memory for the engine; beyond it queries spill, or fail where they have no folder. */
  readonly memoryMegabytes: number;
  /** Threads of the engine; as many as there are processors unless said. */
  readonly threads?: number;
}

/** Given when the instance is made: nothing is loaded, installed or remembered from outside. */
export const duckdbOptions = ({ memoryMegabytes, threads }: DuckdbLimits): Record<string, string> => ({
  memory_limit: `${memoryMegabytes}MB`,
  temp_directory: '',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_persistent_secrets: 'false',
  preserve_insertion_order: 'false',
  ...(threads !== undefined && { threads: String(threads) }),
});

export const hardening = (paths: readonly string[], temporaryDirectory: string | undefined): readonly string[] => [
  // for every connection: without the word it would hold in this one alone, and the others be in the machine's zone
  `SET GLOBAL TimeZone = 'UTC'`,
  ...(temporaryDirectory === undefined ? [] : [`SET temp_directory = ${quoteText(temporaryDirectory)}`]),
  `SET allowed_paths = [${paths.map(quoteText).join(', ')}]`,
  'SET enable_external_access = false',
  'SET lock_configuration = true',
];
