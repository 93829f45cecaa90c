/** SQLite files, whatever they are for: made for their owner alone, changed in whole transactions. */
export { type Mode, makeFile, openFile, orRolledBack, pragma, type Sqlite, transaction } from './file.ts';
