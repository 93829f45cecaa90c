/** Connects to where the data is, and runs. The only station that opens a connection to data. */
export { readSchema } from './duckdb-schema.ts';
