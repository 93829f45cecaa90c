/** What a command has to say: the same thing twice, for a program (`--json`) and for a person. */
import type { Readable } from 'node:stream';
import type { Command } from 'commander';

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

/** What a command talks with. */
export interface Talk {
  readonly say: Say;
  readonly note: Note;
  /** Standard input, opened when it is asked for. */
  readonly input: () => Readable;
}

/** Adds a command with its flags to the program. */
export type AddCommand = (program: Command, talk: Talk) => void;
