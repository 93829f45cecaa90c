/** `sortition types`: the policy as TypeScript, so that the compiler knows the columns. */
import type { Command } from 'commander';
import { policyAsTypescript } from '../source/index.ts';
import { writeOut } from './output-file.ts';
import type { Talk } from './reply.ts';

export function addTypes(program: Command, { say }: Talk): void {
  program
    .command('types')
    .description('write the policy as TypeScript, so that the compiler knows the columns')
    .requiredOption('--policy <file>', 'the policy')
    .requiredOption('--out <file>', 'the module to write, such as policy.ts')
    .option('--json', 'one JSON object on standard output')
    .action(async ({ policy, out }: { policy: string; out: string }) => {
      const text = await policyAsTypescript(policy, out);
      await writeOut(out, text);
      await say({
        json: { out },
        text: `Wrote ${out}: import { policy } from it, and open(policy) knows its columns.`,
      });
    });
}
