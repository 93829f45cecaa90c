/** Where a fixture lies; test/fixtures/README.md says where each comes from. */
import { fileURLToPath } from 'node:url';

export const fixturePath = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
