/** One campaign: its question, its rounds as they run, its price and estimates, and who learns what. */
import { useState } from 'react';
import type { CampaignState } from '../../../src/service/contract/collecting.ts';
import type { Api } from '../api.ts';
import { Refusal } from '../parts/notice.tsx';
import { percent, short } from '../parts/numbers.ts';
import { Estimates } from './estimates.tsx';
import { Observers } from './observers.tsx';
import { Publishing } from './publishing.tsx';
import { Rounds } from './rounds.tsx';
import { useCampaign } from './watched-campaign.ts';
import { CAMPAIGN_WORDS } from './words.ts';

export function Campaign({ api, campaign }: { readonly api: Api; readonly campaign: string }) {
  const { state, thrown, show } = useCampaign(api, campaign);
  const [refused, setRefused] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>) => {
    setRefused(null);
    setBusy(true);
    work()
      .catch(setRefused)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p>
        <a href="#/collect">All campaigns</a>
      </p>
      {thrown !== null && <Refusal of={thrown} />}
      {state === null && thrown === null && <p className="awaited" aria-busy="true" />}
      {state !== null && (
        <>
          <Question state={state} />
          <Rounds
            state={state}
            busy={busy}
            onOrder={(order, round) => run(async () => show(await api.orderRound(campaign, order, round)))}
          />
          {refused !== null && <Refusal of={refused} />}
          {state.published === null ? (
            <Publishing
              state={state}
              busy={busy}
              onPublish={() =>
                run(async () => {
                  const { estimates, reports, charged, remaining } = await api.publishCampaign(campaign);
                  const rounds = state.rounds.map(round => ({ ...round, state: 'closed' as const }));
                  show({ ...state, state: 'published', rounds, remaining, published: { estimates, reports, charged } });
                })
              }
            />
          ) : (
            <Estimates state={state} published={state.published} />
          )}
          <Observers state={state} />
        </>
      )}
    </>
  );
}

const VALUES_SHOWN = 12;

function Question({ state }: { readonly state: CampaignState }) {
  const { question, values, sampling, noiseEpsilon, validity, closes } = state;
  const more = values.length - VALUES_SHOWN;
  return (
    <section className="card">
      <h2>{question}</h2>
      <p>
        <span className={`state ${state.state}`}>{CAMPAIGN_WORDS[state.state]}</span>
      </p>
      <ul className="choices" aria-label="Answers">
        {values.slice(0, VALUES_SHOWN).map(value => (
          <li key={value}>{value}</li>
        ))}
        <li>{more > 0 ? `and ${more} more, or none of these` : 'or none of these'}</li>
      </ul>
      <p className="small">
        Each device decides at random: with probability {percent(sampling)} it reports the true answer; otherwise it
        reports nothing about the person.{' '}
        {noiseEpsilon === null
          ? 'Counts are published without noise.'
          : `Each aggregator adds all the noise that privacy needs (parameter ${short(noiseEpsilon)}).`}{' '}
        {validity === 'verified' && 'Each report carries a proof that it contains one answer. '}
        {closes !== null && `Reports close at ${new Date(closes).toLocaleString('en')}.`}
      </p>
    </section>
  );
}
