/** Wrong tokens, counted by address: whoever guesses is not heard for a while. Whoever was right from there still is. */
import { isIPv6 } from 'node:net';
import { sha256 } from '../text/index.ts';
import { Refusal, refuse } from '../vocabulary/index.ts';

export interface Guesses {
  /** What `look` finds for a token that somebody shows; its `token_invalid` is a wrong guess of this address. */
  heard<Found>(address: string, text: string, look: () => Found): Found;
}

const WRONG_MOST = 100;
const WINDOW_MILLISECONDS = 60_000;
/** Of addresses, and of tokens that were right: whoever has many addresses must not fill the memory. */
const KEPT_MOST = 10_000;

export function openGuesses(clock: () => Date): Guesses {
  const wrong = new Map<string, { readonly count: number; readonly until: number }>();
  // behind a proxy all have one address: one who guesses must not shut out those who are at work
  const right = new Map<string, true>();
  const wrongNow = (network: string): { readonly count: number; readonly until: number } => {
    const now = clock().getTime();
    const before = wrong.get(network);
    return before !== undefined && now < before.until ? before : { count: 0, until: now + WINDOW_MILLISECONDS };
  };
  return {
    heard(address, text, look) {
      const network = networkOf(address);
      const shown = `${network} ${sha256(text)}`;
      if (wrongNow(network).count >= WRONG_MOST && !right.has(shown))
        return refuse('rate_limited', 'Too many wrong tokens came from this address. Wait a minute.');
      try {
        const found = look();
        keep(right, shown, true);
        return found;
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.code === 'token_invalid') {
          const { count, until } = wrongNow(network);
          keep(wrong, network, { count: count + 1, until });
          right.delete(shown);
        }
        throw thrown;
      }
    },
  };
}

/** As the newest; the oldest is forgotten where there are too many. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > KEPT_MOST) map.delete(oldest);
}

/** Whoever has one address of IPv6 has 2^64 of them: their common half counts. */
function networkOf(address: string): string {
  // what ends as an address of IPv4 is one
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head, tail] = address.split('::').map(side => side.split(':').filter(group => group !== ''));
  const zeros = Array<string>(tail === undefined ? 0 : 8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...(tail ?? [])].slice(0, 4).join(':');
}
