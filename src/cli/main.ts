#!/usr/bin/env node
/**
 * The command line: one command, one reply, and an exit code:
 * 0 done, 1 refused, 2 unknown or missing flags, 3 a fault of this program.
 */
import { runCommand } from './run.ts';

// Whoever has seen enough (`| head`) closes the pipe: no fault, and no stack trace.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Writes, and waits until it is written: a pipe may take its time. */
const writer = (stream: NodeJS.WriteStream) => (text: string) =>
  new Promise<void>(done => stream.write(text, () => done()));

process.exitCode = await runCommand(process.argv.slice(2), {
  input: () => process.stdin,
  out: writer(process.stdout),
  err: writer(process.stderr),
});
