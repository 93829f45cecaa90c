/** The shortest story that still goes wrong in the same way: events are left out, half of them first, then one by one. */
import type { Event, Program } from './program.ts';

/** Attempts after which the story is short enough. */
const ATTEMPTS = 300;

export async function shrunk(program: Program, breaks: (program: Program) => Promise<boolean>): Promise<Program> {
  let [events, attempts] = [program.events, 0];
  for (let size = Math.ceil(events.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < events.length && attempts < ATTEMPTS; ) {
      const fewer: readonly Event[] = [...events.slice(0, from), ...events.slice(from + size)];
      attempts += 1;
      if (await breaks({ ...program, events: fewer })) events = fewer;
      else from += size;
    }
  }
  return { ...program, events };
}
