/**
 * May a random sample of a table be published as it is? What a sample may show, the chance that a draw shows more, the
 * largest rate that keeps the promise, and the stronger mode that is differentially private.
 */
export { type Audit, type AuditStage, auditRelease } from './audit.ts';
export type { Certificate } from './certificate-contents.ts';
export type { Check } from './check.ts';
export { type DrawList, type ListedDraw, listDraws } from './draw-list.ts';
export type { DrawStage } from './draw-release.ts';
export { type DrawSurroundings, drawRelease, type PublishedSample } from './draw-release.ts';
export type { DrawOrder, ReleaseOrder } from './release-order.ts';
export { checkRelease, compareRelease, type SampleOrder } from './sample-order.ts';
export type { ColumnUtility, Distance, SharePair, Utility } from './utility.ts';
export { type VerifiedSample, type VerifyOrder, verifyRelease } from './verify.ts';
export type { NamedRow } from './worst-values.ts';
