/** A refusal as it goes over HTTP: a problem of RFC 9457 with the code of the house. */
import { type Refusal, type RefusalCode, refusals } from './refusal.ts';

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: RefusalCode | 'internal_fault';
}

/** Undefined is a fault of ours, of which nothing is said but this sentence. */
export function problemOf(refusal: Refusal | undefined, fault: string): Problem {
  const code = refusal?.code ?? 'internal_fault';
  return {
    type: `urn:sortition:refusal:${code}`,
    title: code.replaceAll('_', ' '),
    status: refusal === undefined ? 500 : refusals[refusal.code].status,
    detail: refusal?.message ?? fault,
    code,
  };
}
