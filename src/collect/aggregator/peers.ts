/** What aggregators of a campaign tell each other, and nobody else: which reports they have, and what their proofs show. */
import { refuse } from '../../vocabulary/index.ts';
import { boundedBytes, eachPart, LABEL_BYTES, NUMBER_BYTES } from '../reports/index.ts';

const PATIENCE = 600_000;

/** Reports of a round, more than which no aggregator is believed: their labels are half a gigabyte on the wire. */
const REPORTS_MAX = 2 ** 24;

export interface Peer {
  readonly address: string;
  readonly fingerprint: string;
  readonly token: string;
}

/** Which of these labels another aggregator has too. Its own are looked at as they come, and never all held at once. */
export async function labelsAlsoAt(
  peer: Peer,
  round: number,
  labels: readonly string[],
  most = REPORTS_MAX,
): Promise<Set<string>> {
  const [own, both] = [new Set(labels), new Set<string>()];
  let rest = Buffer.alloc(0);
  const within = await eachPart(await asked(peer, `rounds/${round}/labels`), most * LABEL_BYTES, part => {
    const bytes = Buffer.concat([rest, part]);
    for (const label of textsIn(bytes, LABEL_BYTES)) if (own.has(label)) both.add(label);
    rest = bytes.subarray(bytes.length - (bytes.length % LABEL_BYTES));
  }).catch(() => false);
  return within && rest.length === 0 ? both : refuse('aggregator_unreachable', ODD);
}

/** What it shows of the reports that all have: so many, each so long. */
export async function shownAt(peer: Peer, round: number, reports: number, size: number): Promise<Uint8Array[]> {
  const bytes = await bytesAt(peer, `rounds/${round}/shown`, reports * size);
  if (bytes?.length !== reports * size) refuse('aggregator_unreachable', ODD);
  return Array.from({ length: reports }, (_, place) => bytes.subarray(place * size, (place + 1) * size));
}

/** The numbers of the reports that hold there, at most so many. */
export async function acceptedAt(peer: Peer, reports: number): Promise<string[]> {
  const bytes = await bytesAt(peer, 'accepted', reports * NUMBER_BYTES);
  return textsIn(Buffer.from(bytes ?? refuse('aggregator_unreachable', ODD)), NUMBER_BYTES);
}

/** The hash of the reports that it agreed to count; undefined where it did not yet. */
export async function agreedAt(peer: Peer): Promise<string | undefined> {
  const bytes = await bytesAt(peer, 'agreed', HASH_BYTES);
  if (bytes === undefined) refuse('aggregator_unreachable', ODD);
  return bytes.length === 0 ? undefined : Buffer.from(bytes).toString('hex');
}

const HASH_BYTES = 32;
const ODD = 'Another aggregator sent a malformed answer. Try again, and check its version.';

/** All that it answers; undefined where it is more than so many bytes, or breaks off. */
const bytesAt = async (peer: Peer, path: string, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  boundedBytes(await asked(peer, path), most).catch(() => undefined);

async function asked({ address, fingerprint, token }: Peer, path: string): Promise<Response> {
  const attempt = (): Promise<Response | undefined> =>
    fetch(`${address}/v1/collect/${fingerprint}/${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(PATIENCE),
      // where an answer comes from is part of the campaign
      redirect: 'error',
    }).catch(() => undefined);
  // one that was started again does not know the connection of before
  const response = (await attempt()) ?? (await attempt());
  if (response?.status === 200) return response;
  // what else it says is not read
  await response?.body?.cancel();
  if (response?.status === 409)
    refuse('round_not_closed', 'Another aggregator still accepts reports. Close the round there too.');
  return refuse('aggregator_unreachable', 'Another aggregator did not say which reports it has. Try again.');
}

/** Numbers or labels as bytes, one after the other. */
export const bytesOf = (texts: readonly string[]): Buffer => Buffer.from(texts.join(''), 'latin1');

/** Whole ones only. */
const textsIn = (bytes: Buffer, size: number): string[] =>
  Array.from({ length: Math.floor(bytes.length / size) }, (_, place) =>
    bytes.toString('latin1', place * size, (place + 1) * size),
  );
