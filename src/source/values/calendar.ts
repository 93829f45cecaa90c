/** Dates and timestamps of a policy, read once: proleptic Gregorian, UTC, microseconds, years 1 to 9999. */
import type { Day, Instant } from '../policy.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?(Z|[+-]\d{2}:\d{2})?$/;
const MILLISECONDS_PER_DAY = 86_400_000;

/** `2020-01-31`, or undefined where there is no such day. */
export function day(text: string): Day | undefined {
  if (!DAY.test(text) || text.startsWith('0000')) return undefined;
  const milliseconds = Date.parse(`${text}T00:00:00Z`);
  // A day that does not exist rolls over into the next month.
  if (Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(text)) return undefined;
  return Object.freeze({ text, days: milliseconds / MILLISECONDS_PER_DAY });
}

/** `2020-01-31T12:00:00Z`; without a zone it is UTC. */
export function instant(text: string): Instant | undefined {
  const [, date, hours, minutes, seconds = '00', fraction = '', zone = 'Z'] = INSTANT.exec(text) ?? [];
  if (date === undefined || day(date) === undefined) return undefined;
  const milliseconds = Date.parse(`${date}T${hours}:${minutes}:${seconds}${zone}`);
  if (Number.isNaN(milliseconds) || hours === '24') return undefined;
  const whole = new Date(milliseconds).toISOString();
  const micros = fraction.padEnd(6, '0');
  return Object.freeze({
    text: `${whole.slice(0, -'.000Z'.length)}.${micros}Z`,
    microseconds: BigInt(milliseconds) * 1000n + BigInt(micros),
  });
}
