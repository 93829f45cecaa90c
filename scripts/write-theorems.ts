/** Writes docs/reference/theorems.md from the comments in the code: `npm run docs`. */
import { writeFileSync } from 'node:fs';
import { readProject, sourcesOf } from '../test/tidy/sources.ts';
import { theoremPage } from '../test/tidy/theorems.ts';

writeFileSync('docs/reference/theorems.md', theoremPage(sourcesOf(readProject('src'))));
