/** Privacy of mechanisms and samplings side by side, and the sentence that an attacker's odds mean. */
import { useCallback } from 'react';
import type { PageProps } from '../api.ts';
import { useKept } from '../parts/kept.tsx';
import { LineChart } from '../parts/line-chart.tsx';
import { Loading } from '../parts/loading.tsx';
import { percent, short } from '../parts/numbers.ts';
import { useSettled } from '../parts/settled.ts';
import {
  alarmRates,
  type ComparedWorkload,
  curvesOf,
  type ExploredCurves,
  epsilons,
  mechanisms,
  workloadOf,
} from './explore-curves.ts';
import { BestRate } from './explore-rate.tsx';
import { letterOf, Ways } from './explore-ways.tsx';
import './explore.css';

const START: readonly ComparedWorkload[] = [
  { mechanism: 'gaussian', strength: 1, sampling: 'none', rate: 0.05, count: 10 },
  { mechanism: 'gaussian', strength: 1, sampling: 'poisson', rate: 0.05, count: 10 },
];

export function Explore({ api }: PageProps) {
  const [ways, setWays] = useKept('ways', () => START);
  const settled = useSettled(ways);
  const compared = useCallback(
    (signal: AbortSignal) =>
      Promise.all(
        settled.map(async (way, place) => ({
          name: letterOf(place),
          words: wordsOf(way),
          ...curvesOf(await api.until(signal).account(workloadOf(way))),
        })),
      ),
    [api, settled],
  );
  return (
    <>
      <Ways ways={ways} onChange={setWays} />
      <div className="compared">
        <Loading from={compared} stage="Computing the curves">
          {all => (
            <>
              <div className="columns">
                <Promised all={all} />
                <Attacked all={all} />
              </div>
              <InWords all={all} />
            </>
          )}
        </Loading>
      </div>
      <BestRate api={api} />
    </>
  );
}

function wordsOf({ mechanism, strength, sampling, rate, count }: ComparedWorkload): string {
  const of = sampling === 'none' ? 'everyone' : `a ${percent(rate)} sample`;
  const noise = `${mechanisms[mechanism].name} ${mechanism === 'pure' ? `ε ${short(strength)}` : short(strength)}`;
  return `${count === 1 ? 'one answer' : `${count} answers`} with ${noise}, asked of ${of}`;
}

interface Compared {
  readonly all: readonly (ExploredCurves & { readonly name: string; readonly words: string })[];
}

const Promised = ({ all }: Compared) => (
  <section className="card">
    <h2>Privacy profile</h2>
    <p className="small">Delta at each epsilon.</p>
    <LineChart
      summary="Privacy profile: delta falls as epsilon grows"
      x={{ label: 'epsilon', domain: [0, epsilons[epsilons.length - 1]], show: short }}
      y={{ label: 'delta', log: true, domain: [1e-9, 1], show: short }}
      lines={all.map(({ name, profile }) => ({ name, points: profile }))}
    />
  </section>
);

const Attacked = ({ all }: Compared) => (
  <section className="card">
    <h2>Trade-off curve</h2>
    <p className="small">Guessing from all answers whether one person took part.</p>
    <LineChart
      summary="Trade-off curve: the lower the false positive rate, the higher the false negative rate"
      x={{ label: 'false positive rate', domain: [0, 1], show: percent }}
      y={{ label: 'false negative rate', domain: [0, 1], show: percent }}
      lines={[
        ...all.map(({ name, tradeOff }) => ({ name, points: tradeOff })),
        { name: 'blind guessing', dashed: true, points: alarmRates.map(rate => [rate, 1 - rate] as const) },
      ]}
    />
  </section>
);

const InWords = ({ all }: Compared) => (
  <section className="card">
    <h2>In words</h2>
    <ul>
      {all.map(({ name, words, atFivePercent }) => (
        <li key={name}>
          <strong>{name}</strong>, {words}: an attacker who wrongly accuses 5 of 100 people who did not take part finds
          at most {percent(1 - atFivePercent)} of those who did. Blind guessing finds 5 %.
        </li>
      ))}
    </ul>
  </section>
);
