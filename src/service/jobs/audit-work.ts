/** An audit as the work of a job: counting the combinations of a large table takes longer than a request should. */
import { type AuditStage, auditRelease, type ReleaseOrder } from '../../release/index.ts';
import type { JobOrder } from './job.ts';

/** How far it is when it begins with each. */
const STAGES: Readonly<Record<AuditStage, readonly [words: string, part: number]>> = {
  counting: ['counting combinations of values', 0],
  suggesting: ['trying rules one by one', 1 / 3],
  recoding: ['searching rules that together reach the rate', 2 / 3],
};

export const auditWork =
  (order: ReleaseOrder): JobOrder<'release-audit'>['work'] =>
  ({ signal, progress }) =>
    auditRelease(order, { limits: { signal }, progress: stage => progress(...STAGES[stage]) });
