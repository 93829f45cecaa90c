/** How long somebody waits who only asks whether the service lives, while two analysts send the dearest that it accepts. */
import { loadavg } from 'node:os';
import { setTimeout as later } from 'node:timers/promises';
import { dearest } from './dearest.ts';
import type { Desk } from './desk.ts';

const PAUSE_MILLISECONDS = 10;

export async function healthUnderLoad({ address, analysts }: Desk, seconds: number): Promise<string> {
  const loadBefore = loadavg()[0];
  const end = performance.now() + 1000 * seconds;
  const replies = new Map<string, number>();
  const send = async (token: string, path: string): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(dearest[path]);
    while (performance.now() < end) {
      const reply = await fetch(`${address}${path}`, { method: 'POST', headers, body });
      await reply.text();
      const kind = `${path} ${reply.status}`;
      replies.set(kind, (replies.get(kind) ?? 0) + 1);
      // whoever has enough jobs, or orders that wait, waits too
      if (reply.status === 202 || reply.status === 429) await later(500);
    }
  };
  const load = analysts.flatMap(token => Object.keys(dearest).map(path => send(token, path)));
  const waited: number[] = [];
  while (performance.now() < end) {
    const start = performance.now();
    await (await fetch(`${address}/health`)).text();
    waited.push(performance.now() - start);
    await later(PAUSE_MILLISECONDS);
  }
  await Promise.all(load);
  return `${told(waited)}; load average ${loadBefore} before, ${loadavg()[0]} after; ${JSON.stringify(Object.fromEntries(replies))}`;
}

function told(waited: number[]): string {
  const sorted = waited.sort((a, b) => a - b);
  const at = (share: number): string => `${sorted[Math.floor(share * (sorted.length - 1))].toFixed(1)} ms`;
  const late = sorted.filter(each => each > 50).length;
  return `of ${sorted.length} half in ${at(0.5)}, 99 of 100 in ${at(0.99)}, the last in ${at(1)}, ${late} after more than 50 ms`;
}
