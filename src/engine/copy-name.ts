/** What copies are called where they are kept. People name samples; files and tables do not have to bear those names. */
import { sha256 } from '../text/index.ts';

/** All copies of a sample begin with it. */
export const copyStem = (name: string): string => sha256(name).slice(0, 32);

/** One for each state of the data. */
export const copyName = (name: string, state: string): string => `${copyStem(name)}_${sha256(state).slice(0, 16)}`;
