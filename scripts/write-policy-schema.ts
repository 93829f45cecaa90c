/** Writes docs/reference/policy.schema.json, which editors read, from the schema that policies are checked with: `npm run docs`. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { policyJsonSchema } from '../src/source/policy-schema.ts';

const page = 'docs/reference/policy.schema.json';

writeFileSync(page, JSON.stringify(policyJsonSchema(), null, 2));
execFileSync('npx', ['biome', 'format', '--write', page]);
