/** Writes what stations may import into ARCHITECTURE.md, from the table that the tests use: `npm run docs`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withImportColumn } from '../test/tidy/directions.ts';

writeFileSync('ARCHITECTURE.md', withImportColumn(readFileSync('ARCHITECTURE.md', 'utf8')));
