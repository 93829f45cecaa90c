/** What a command has to say: the same thing twice, for a program (`--json`) and for a person. */
export interface Reply {
  readonly json: unknown;
  readonly text: string;
  /** The command did what it was asked to, and what it found must not pass: exit code 1. */
  readonly failed?: boolean;
}

/** Where a command leaves its reply. */
export type Say = (reply: Reply) => Promise<void>;

/** Says something beside the reply, on standard error, whoever reads the reply. */
export type Note = (text: string) => Promise<void>;
