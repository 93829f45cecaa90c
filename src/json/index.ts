/** Plain data, whatever it is about: one text for what is equal, frozen all the way down, read strictly from outside. */
export { canonicalJson, canonicalJsonInTurns, frozen, type Json } from './canonical-json.ts';
export { excessOf, textExcess } from './excess.ts';
export { exactly, isSpeakable, kinds, type Path, pathText } from './schema-bricks.ts';
