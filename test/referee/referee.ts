/** What every referee is: it knows a promise, tries it in every way that it can think of, and reports. */

export interface RefereeOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Only this case. */
  readonly number?: number | undefined;
  /** End at the first failure. */
  readonly first?: boolean | undefined;
  readonly say: (line: string) => void;
}

export interface RefereeReport {
  readonly runs: number;
  /** Each as a program that shows it. */
  readonly failures: readonly { readonly name: string; readonly program: string }[];
  /** How often each thing was tried; 0 is a gap. */
  readonly coverage: Readonly<Record<string, number>>;
}

export type Run = (options: RefereeOptions) => Promise<RefereeReport>;

export const REFEREES = ['privacy', 'truth', 'collect', 'release', 'ledger'] as const;
export type RefereeName = (typeof REFEREES)[number];
