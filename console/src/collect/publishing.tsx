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
            Publishing exact counts costs everyone who took part <strong>delta {short(price.delta)}</strong>: a value
            that only one person has is revealed with probability {percent(price.delta)}.
          </>
        ) : (
          <>
            Publishing costs everyone who took part <strong>epsilon {short(price.epsilon)}</strong>: the estimates
            change anyone’s odds about one person’s answer by a factor of at most {short(Math.exp(price.epsilon))}.
          </>
        )}{' '}
        Left for these people: epsilon {short(remaining.epsilon)}, delta {short(remaining.delta)}.
      </p>
      {ready ? (
        <>
          <button type="button" disabled={busy} onClick={onPublish}>
            {busy ? 'Working …' : `Publish for ${priceText(state)}`}
          </button>
          <p className="small">
            {last.state === 'open' && 'This closes the round. '}The charge is recorded first; then every aggregator
            releases one noisy total and erases its shares. If the connection drops, publish again at no cost.
          </p>
        </>
      ) : (
        <p className="small">Open the last round first, so that people can answer.</p>
      )}
    </section>
  );
}

const priceText = ({ noiseEpsilon, price }: CampaignState): string =>
  noiseEpsilon === null ? `delta ${short(price.delta)}` : `epsilon ${short(price.epsilon)}`;
