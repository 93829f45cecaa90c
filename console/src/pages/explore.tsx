/** Privacy of mechanisms and samplings side by side, and the sentence that an attacker's odds mean. */
import { useCallback, useState } from 'react';
import type { PageProps } from '../api.ts';
import { LineChart } from '../parts/line-chart.tsx';
import { Loading } from '../parts/loading.tsx';
import { percent, short } from '../parts/numbers.ts';
import { Slider } from '../parts/slider.tsx';
import { alarmRates, type Curves, curvesOf, epsilons, type Setting, workloads } from './explore-curves.ts';

const START: Setting = { noise: 1, rate: 0.05, count: 10 };

export function Explore({ api }: PageProps) {
  const [setting, setSetting] = useState(START);
  const curves = useCallback(
    () =>
      Promise.all(workloads(setting).map(async ({ name, workload }) => curvesOf(name, await api.account(workload)))),
    [api, setting],
  );
  return (
    <>
      <Settings setting={setting} onChange={setSetting} />
      <Loading from={curves}>
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
    </>
  );
}

interface SettingsProps {
  readonly setting: Setting;
  readonly onChange: (setting: Setting) => void;
}

function Settings({ setting, onChange }: SettingsProps) {
  const slider = (part: keyof Setting) => ({
    value: setting[part],
    onChange: (value: number) => onChange({ ...setting, [part]: value }),
  });
  return (
    <section className="card">
      <h2>Noise, sampling, and how often</h2>
      <p className="small">
        Sums with Gaussian noise, asked of everybody and asked of a random sample. Less noise and more questions tell
        more; a smaller sample tells less.
      </p>
      <div className="fields">
        <Slider
          label="Noise, in sizes of one person’s part"
          min={0.5}
          max={5}
          step={0.1}
          show={short}
          {...slider('noise')}
        />
        <Slider label="Sampling rate" min={0.01} max={0.5} step={0.01} show={percent} {...slider('rate')} />
        <Slider label="How many sums" min={1} max={100} step={1} show={String} {...slider('count')} />
      </div>
    </section>
  );
}

interface CurvesProps {
  readonly all: readonly Curves[];
}

const Promised = ({ all }: CurvesProps) => (
  <section className="card">
    <h2>The promise</h2>
    <p className="small">How likely it is broken, for each strength it might have.</p>
    <LineChart
      summary="The chance that the promise is broken falls as the promised limit grows"
      x={{ label: 'promised limit ε', domain: [0, epsilons[epsilons.length - 1]], show: short }}
      y={{ label: 'chance δ that it is broken', log: true, domain: [1e-9, 1], show: short }}
      lines={all.map(({ name, profile }) => ({ name, points: profile }))}
    />
  </section>
);

const Attacked = ({ all }: CurvesProps) => (
  <section className="card">
    <h2>The attacker</h2>
    <p className="small">Guessing, from all the answers, whether one person took part.</p>
    <LineChart
      summary="The fewer false alarms an attacker wants, the more people are missed"
      x={{ label: 'false alarms', domain: [0, 1], show: percent }}
      y={{ label: 'misses', domain: [0, 1], show: percent }}
      lines={[
        ...all.map(({ name, tradeOff }) => ({ name, points: tradeOff })),
        { name: 'blind guessing', dashed: true, points: alarmRates.map(rate => [rate, 1 - rate] as const) },
      ]}
    />
  </section>
);

const InWords = ({ all }: CurvesProps) => (
  <section className="card">
    <h2>In words</h2>
    <ul>
      {all.map(({ name, atFivePercent }) => (
        <li key={name}>
          <strong>{name}</strong>: an attacker who wrongly accuses 5 of 100 people who did not take part finds at most{' '}
          {percent(1 - atFivePercent)} of those who did. Blind guessing finds 5 %.
        </li>
      ))}
    </ul>
  </section>
);
