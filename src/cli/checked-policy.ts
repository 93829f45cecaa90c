/** A reminder for the owner of the data, who alone can check a policy against them. */
import type { Policy } from '../source/index.ts';
import { printable } from './estimate-text.ts';
import type { Note } from './reply.ts';

export async function noteUnchecked(policy: Policy, note: Note): Promise<void> {
  const { wasChecked } = await import('../answer.ts');
  if (await wasChecked(policy)) return;
  const { version } = policy.source;
  await note(
    `This policy${version === undefined ? '' : ` with version ${printable(version)}`} was never checked against the data: sortition policy check shows, at no charge, what its bounds cut off.`,
  );
}
