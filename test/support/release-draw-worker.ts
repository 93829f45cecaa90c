/** A process of its own that draws, says what came of it, or is killed by its own coins or its own clock. */
import { systemEntropy, uniform } from '../../src/random/index.ts';
import { type DrawOrder, type DrawStage, drawRelease } from '../../src/release/index.ts';
import { Refusal } from '../../src/vocabulary/index.ts';

/** `coins`: at the first coin. `certified`: at that stage. A number: when the clock is asked so often; 0 is never. */
export type DrawDeath = 'coins' | 'certified' | number;

const [order, death] = process.argv.slice(2).map(word => JSON.parse(word)) as [DrawOrder, DrawDeath];

const die = (): void => void process.kill(process.pid, 'SIGKILL');
const entropy = systemEntropy();
const mortal = {
  ...entropy,
  word: (): number => {
    if (death === 'coins') die();
    return entropy.word();
  },
};
let asked = 0;
const clock = (): Date => {
  asked += 1;
  if (asked === death) die();
  return new Date();
};

const progress = (stage: DrawStage): void => {
  if (stage === death) die();
};

const outcome = await drawRelease(order, { below: uniform(mortal), clock, progress }).then(
  () => 'drawn',
  (thrown: unknown) => (thrown instanceof Refusal ? `${thrown.code}: ${thrown.message}` : String(thrown)),
);
process.stdout.write(outcome);
