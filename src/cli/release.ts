/** `sortition release`: may a random sample of this table be published? One file a command. */
import type { Command } from 'commander';
import { addReleaseAudit } from './release-audit.ts';
import { addReleaseCheck } from './release-check.ts';
import { addReleaseDraw } from './release-draw.ts';
import { addReleaseDraws } from './release-draws.ts';
import { addReleaseUtility } from './release-utility.ts';
import { addReleaseVerify } from './release-verify.ts';
import type { Talk } from './reply.ts';

export function addRelease(program: Command, { say, note }: Talk): void {
  const release = program
    .command('release')
    .description('decide whether a random sample of a table may be published, and draw it');
  addReleaseAudit(release, say);
  addReleaseCheck(release, say);
  addReleaseDraw(release, say, note);
  addReleaseDraws(release, say);
  addReleaseUtility(release, say);
  addReleaseVerify(release, say);
}
