/** What copies are called where they are kept. People name samples; files and tables do not have to bear those names. */
import { createHash } from 'node:crypto';

/** All copies of a sample begin with it. */
export const copyStem = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);

/** One for each state of the data. */
export const copyName = (name: string, fingerprint: string): string => `${copyStem(name)}_${fingerprint.slice(0, 16)}`;
