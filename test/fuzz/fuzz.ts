/** Fuzzes one target for a while: varies what is known to be read, remembers what leads somewhere new, and shrinks what fails. */
import { type Below, reproducibleEntropy, uniform } from '../../src/random/index.ts';
import { shrunk } from '../support/shrunk.ts';
import { keep, keptOf } from './corpus.ts';
import { inTime } from './oracle.ts';
import { Finding, type Target, type Trial } from './target.ts';
import { oneOf } from './vary-text.ts';

export interface Fuzzing {
  readonly seconds: number;
  readonly seed: number;
  /** Hears of each text before it is tried: should the process hang, it is known by which. */
  readonly trying: (text: string) => void;
}

export interface Fuzzed {
  readonly target: string;
  readonly executions: number;
  /** How often each came of it. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly findings: readonly { readonly kind: string; readonly message: string; readonly file: string }[];
}

/** Ledgers and stores grow, and with them the time of a try. */
const TRIES_OF_ONE_TRIAL = 1500;
const POOL_MOST = 500;

export async function fuzz(target: Target, { seconds, seed, trying }: Fuzzing): Promise<Fuzzed> {
  const below = uniform(reproducibleEntropy(seed));
  const until = performance.now() + 1000 * seconds;
  const outcomes = new Map<string, number>();
  const findings = new Map<string, Fuzzed['findings'][number]>();
  const pool: string[] = keptOf(target.name).map(({ text }) => text);
  let executions = 0;
  while (performance.now() < until) {
    const trial = await target.open();
    for (let tries = 0; tries < TRIES_OF_ONE_TRIAL && performance.now() < until; tries += 1) {
      const text =
        tries < trial.seeds.length && executions < trial.seeds.length ? trial.seeds[tries] : next(trial, pool, below);
      trying(text);
      executions += 1;
      const outcome = await outcomeOf(trial, text);
      if (!(outcome instanceof Finding)) {
        if (!outcomes.has(outcome) && pool.length < POOL_MOST) pool.push(text);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        continue;
      }
      if (findings.has(wordsOf(outcome))) continue;
      const least = await shrunk(text.split(''), async shorter => {
        trying(shorter.join(''));
        const again = await outcomeOf(trial, shorter.join(''));
        return again instanceof Finding && wordsOf(again) === wordsOf(outcome);
      });
      const file = keep(target.name, outcome.kind, least.join(''));
      findings.set(wordsOf(outcome), { kind: outcome.kind, message: outcome.message, file });
      // whatever it did may have left something behind
      break;
    }
    await trial.close().catch((thrown: unknown) => {
      if (!(thrown instanceof Finding)) throw thrown;
      findings.set(thrown.message, { kind: thrown.kind, message: thrown.message, file: '' });
    });
  }
  return { target: target.name, executions, outcomes: Object.fromEntries(outcomes), findings: [...findings.values()] };
}

/** Numbers and quoted words differ from case to case of the same. */
const wordsOf = ({ message }: Finding): string =>
  message
    .replace(/\d+/g, '0')
    .replace(/".*?"|'.*?'/g, '')
    .slice(0, 200);

function next({ seeds, vary }: Trial, pool: readonly string[], below: Below): string {
  const pick = (): string => (pool.length > 0 && below(3) > 0 ? oneOf(below, pool) : oneOf(below, seeds));
  return vary(pick(), pick(), below);
}

export async function outcomeOf(
  trial: Trial,
  text: string,
  secondsMost = trial.secondsMost,
): Promise<string | Finding> {
  try {
    return await inTime(() => trial.attempt(text), secondsMost);
  } catch (thrown) {
    if (thrown instanceof Finding) return thrown;
    throw thrown;
  }
}
