/** The driver for PostgreSQL: an optional package, loaded when a policy needs it. */
import type { Client } from 'pg';
import type Cursor from 'pg-cursor';
import { refuse } from '../../vocabulary/index.ts';

export interface Driver {
  readonly Client: typeof Client;
  readonly Cursor: typeof Cursor;
}

export async function loadDriver(): Promise<Driver> {
  try {
    const [pg, cursor] = await Promise.all([import('pg'), import('pg-cursor')]);
    return { Client: pg.default.Client, Cursor: cursor.default };
  } catch {
    return refuse('driver_missing', 'PostgreSQL needs two more packages: npm install pg pg-cursor');
  }
}
