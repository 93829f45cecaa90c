/** Draws the pictures of the guide: part of `npm run docs`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { guidePictures } from './figures/pictures.ts';

for (const { path, text } of guidePictures()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
