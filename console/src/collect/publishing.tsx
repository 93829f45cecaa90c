/** The last step: what publishing costs, said before it is done. */
import type { CampaignState } from '../../../src/service/contract/collecting.ts';
import { percent, short } from '../parts/numbers.ts';

interface Props {
  readonly state: CampaignState;
  readonly busy: boolean;
  readonly onPublish: () => void;
}

export function Publishing({ state, busy, onPublish }: Props) {
  const { price, remaining } = state;
  const last = state.rounds[state.rounds.length - 1];
  const ready = last.state === 'open' || last.state === 'closed';
  return (
    <section className="card">
      <h2>Publish</h2>
      <p>
        {state.noiseEpsilon === null ? (
          <>
            Publishing exact counts costs everybody who took part <strong>delta {short(price.delta)}</strong>: a value
            that somebody alone has is told with a chance of {percent(price.delta)}.
          </>
        ) : (
          <>
            Publishing costs everybody who took part <strong>epsilon {short(price.epsilon)}</strong>: nobody who sees
            the estimates may bet on one person’s answer at odds more than {short(Math.exp(price.epsilon))} times better
            than before.
          </>
        )}{' '}
        Left for these people: epsilon {short(remaining.epsilon)}, delta {short(remaining.delta)}.
      </p>
      {ready ? (
        <>
          <button type="button" disabled={busy} onClick={onPublish}>
            {busy ? 'Working …' : `Publish, and pay ${priceText(state)}`}
          </button>
          <p className="small">
            {last.state === 'open' && 'It closes the round. '}The charge is written down first; then every aggregator
            tells one noisy total, once, and erases what it holds. Pressing again after a lost connection is free.
          </p>
        </>
      ) : (
        <p className="small">Not yet: the last round has to be opened first, so that somebody can answer.</p>
      )}
    </section>
  );
}

const priceText = ({ noiseEpsilon, price }: CampaignState): string =>
  noiseEpsilon === null ? `delta ${short(price.delta)}` : `epsilon ${short(price.epsilon)}`;
