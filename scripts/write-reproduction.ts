/** Writes docs/reproduction.md and its pictures: every reproduction, with the papers' own data sets left out. Takes a minute. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { drawFigure } from '../src/figure/index.ts';
import { type GalleryItem, galleryPage, openMaterials, reproductions } from '../src/reproduce/index.ts';

const PICTURES = 'docs/images/reproduction';

mkdirSync(PICTURES, { recursive: true });
const materials = openMaterials({ seed: 1 });
const shown: GalleryItem[] = [];
for (const reproduction of reproductions) {
  const made = await reproduction.make(materials);
  shown.push({ reproduction, made });
  if (made.figure !== undefined) writeFileSync(`${PICTURES}/${reproduction.name}.svg`, drawFigure(made.figure));
}
writeFileSync('docs/reproduction.md', galleryPage(shown, 'images/reproduction'));
