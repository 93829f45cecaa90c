/** A question in the address of this page: after the #, so that no server sees it until somebody asks. */
import type { QuestionBody } from '../api.ts';

export function questionLink({ sql, epsilon, delta, rho }: Omit<QuestionBody, 'fresh'>): string {
  const parts = Object.entries({ sql, epsilon, delta, rho }).filter(([, value]) => value !== undefined);
  const { origin, pathname } = window.location;
  return `${origin}${pathname}#/ask/${new URLSearchParams(parts as [string, string][])}`;
}

/** What a link asks; undefined where it asks nothing. */
export function linkedQuestion(within: string): Omit<QuestionBody, 'fresh'> | undefined {
  const parts = Object.fromEntries(new URLSearchParams(within));
  const { sql, epsilon, delta, rho } = parts;
  if (sql === undefined) return undefined;
  return { sql, ...(epsilon && { epsilon }), ...(delta && { delta }), ...(rho && { rho }) };
}
