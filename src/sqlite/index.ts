/** SQLite files, whatever they are for: made for their owner alone, changed in whole transactions. */
export { makeFile, openFile, pragma, type Sqlite } from './file.ts';
export { type Mode, transaction } from './transaction.ts';
