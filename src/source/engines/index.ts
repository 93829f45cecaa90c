/** Where tables lie: the engines that a policy can name, and their files and addresses. */
export { readUrl } from './database-url.ts';
export {
  type DuckdbSource,
  type FileFormat,
  formatOf,
  type PostgresSource,
  type Source,
  type TrinoSource,
} from './engines.ts';
export { secretOf } from './secret-reference.ts';
export { stemOf } from './table-files.ts';
