/** Writes the pages of docs/reference that are read from the code: commands, the library, HTTP. Part of `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { referencePages } from './reference/pages.ts';

for (const { path, text } of await referencePages()) writeFileSync(path, text);
