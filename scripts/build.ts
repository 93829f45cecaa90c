/**
 * Builds what is published, as tsdown.config.ts says, and puts the licence into the small packages.
 * The builder's own command would greet every install on Node 20 with a line about the builder's next version.
 */
import { copyFileSync } from 'node:fs';
import { build } from 'tsdown';

await build({ logLevel: 'error' });
for (const folder of ['packages/accounting', 'packages/collect-client']) copyFileSync('LICENSE', `${folder}/LICENSE`);
