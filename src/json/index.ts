/** Plain data, whatever it is about: one text for what is equal, frozen all the way down, read strictly from outside. */
export { canonicalJson, type Json } from './canonical-json.ts';
export { excessOf } from './excess.ts';
export { frozen } from './frozen.ts';
export { type Path, pathText } from './path-text.ts';
export { exactly, kinds } from './schema-bricks.ts';
export { isSpeakable } from './speakable.ts';
export { textExcess } from './text-excess.ts';
