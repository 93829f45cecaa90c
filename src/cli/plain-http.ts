/** Servers of ours speak HTTP without TLS: that is said where others than this machine can listen in. */
import type { Note } from './reply.ts';

const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

export async function warnOfPlainHttp(host: string, note: Note): Promise<void> {
  if (THIS_MACHINE.test(host)) return;
  await note(
    `Warning: ${host} is reachable from other machines over HTTP without TLS, so others on the network can read tokens and answers. Listen at 127.0.0.1 behind a TLS proxy.`,
  );
}
