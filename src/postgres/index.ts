/** Connections to PostgreSQL, whatever they are for: the optional driver, bounded waits, transactions that are on disk. */
export { beginDurably, connectionTo, isLost, loadPg, type Pg, poolTo } from './connection.ts';
