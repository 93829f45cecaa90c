/** Asks the other aggregators of a campaign which reports they have. */
import { refuse } from '../../vocabulary/index.ts';
import { NUMBER_BYTES } from '../protocol/index.ts';

const PATIENCE = 60_000;

/** The numbers of a round's reports at another aggregator, which has closed it. */
export async function numbersAt(address: string, fingerprint: string, round: number, token: string): Promise<string[]> {
  const response = await fetch(`${address}/v1/collect/${fingerprint}/rounds/${round}/numbers`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => undefined);
  if (response?.status === 200) return numbersIn(Buffer.from(await response.arrayBuffer()));
  if (response?.status === 409)
    refuse('round_not_closed', 'Another aggregator still takes reports; close it there too.');
  return refuse('aggregator_unreachable', 'Another aggregator did not say which reports it has; try again.');
}

export const numbersText = (numbers: readonly string[]): Buffer => Buffer.from(numbers.join(''), 'latin1');

const numbersIn = (bytes: Buffer): string[] =>
  Array.from({ length: bytes.length / NUMBER_BYTES }, (_, place) =>
    bytes.toString('latin1', place * NUMBER_BYTES, (place + 1) * NUMBER_BYTES),
  );
