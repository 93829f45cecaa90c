/** What aggregators of a campaign tell each other, and nobody else: which reports they have, and what their proofs show. */
import { refuse } from '../../vocabulary/index.ts';
import { LABEL_BYTES, NUMBER_BYTES } from '../protocol/index.ts';

const PATIENCE = 600_000;

export interface Peer {
  readonly address: string;
  readonly fingerprint: string;
  readonly token: string;
}

/** The labels of a round's reports at another aggregator, which has closed it. */
export const labelsAt = async (peer: Peer, round: number): Promise<string[]> =>
  textsIn(await told(peer, `rounds/${round}/labels`), LABEL_BYTES);

/** What it shows of the reports that all have, each so long. */
export async function shownAt(peer: Peer, round: number, size: number): Promise<Uint8Array[]> {
  const bytes = await told(peer, `rounds/${round}/shown`);
  return Array.from({ length: bytes.length / size }, (_, place) => bytes.subarray(place * size, (place + 1) * size));
}

/** The numbers of the reports that hold there. */
export const acceptedAt = async (peer: Peer): Promise<string[]> => textsIn(await told(peer, 'accepted'), NUMBER_BYTES);

async function told({ address, fingerprint, token }: Peer, path: string): Promise<Buffer> {
  const response = await fetch(`${address}/v1/collect/${fingerprint}/${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => undefined);
  if (response?.status === 200) return Buffer.from(await response.arrayBuffer());
  if (response?.status === 409)
    refuse('round_not_closed', 'Another aggregator still takes reports; close it there too.');
  return refuse('aggregator_unreachable', 'Another aggregator did not say which reports it has; try again.');
}

/** Numbers or labels as bytes, one after the other. */
export const bytesOf = (texts: readonly string[]): Buffer => Buffer.from(texts.join(''), 'latin1');

const textsIn = (bytes: Buffer, size: number): string[] =>
  Array.from({ length: bytes.length / size }, (_, place) => bytes.toString('latin1', place * size, (place + 1) * size));
