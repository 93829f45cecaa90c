/** Whatever the fuzzers found once is tried again with every change. */
import { describe, expect, test } from 'vitest';
import { keptOf } from './corpus.ts';
import { outcomeOf } from './fuzz.ts';
import { Finding } from './target.ts';
import { targets } from './targets/index.ts';

describe.each(targets)('$name', target => {
  test('what was found, and what is understood, does nothing that must not be', async () => {
    const trial = await target.open();
    const known = [...keptOf(target.name).map(({ text }) => text), ...trial.seeds.slice(0, 5)];
    for (const text of known) {
      // how long it may take is the fuzzers' concern, on a machine that does nothing else: here only what never ends fails
      const outcome = await outcomeOf(trial, text, Number.POSITIVE_INFINITY);
      expect({ text, finding: outcome instanceof Finding ? outcome.message : null }).toEqual({ text, finding: null });
    }
    await trial.close();
  });
});
