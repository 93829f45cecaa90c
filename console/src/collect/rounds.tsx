/** The rounds as steps, each with the reports that arrived and with what can be done next. */
import type { CampaignRound, CampaignState } from '../../../src/service/contract/collecting.ts';
import { FinalButton } from '../parts/final-button.tsx';
import { ArrivedReports } from './arrived-reports.tsx';
import { ROUND_WORDS, reports } from './words.ts';

type Order = (order: 'open' | 'close', round: number) => void;

interface Props {
  readonly state: CampaignState;
  /** An order is under way. */
  readonly busy: boolean;
  readonly onOrder: Order;
}

const TITLES = {
  'one-report': ['The report'],
  'two-rounds': ['First round: a fixed answer', 'Second round: sampled people answer'],
} as const;

const MEANING = {
  'one-report': ['Sampled people report their answer; everyone else reports “none of these”.'],
  'two-rounds': [
    'Everyone reports a randomly fixed answer, or “none of these” if they are sampled. It does not depend on the true answer.',
    'Sampled people report their answer; everyone else repeats the first one. Only the difference is counted.',
  ],
} as const;

export function Rounds({ state, busy, onOrder }: Props) {
  const most = Math.max(...state.rounds.flatMap(({ aggregators }) => aggregators.map(({ reports }) => reports ?? 0)));
  return (
    <section className="card">
      <h2>Rounds</h2>
      <ol className="rounds">
        {state.rounds.map((round, place) => (
          <li key={round.round} className={round.state} aria-current={round.state === 'open' ? 'step' : undefined}>
            <h3>
              {TITLES[state.protocol][place]} <span className={`state ${round.state}`}>{ROUND_WORDS[round.state]}</span>
            </h3>
            <p className="small">{MEANING[state.protocol][place]}</p>
            <ArrivedReports round={round} whole={roundAbove(most)} />
            <Orders state={state} round={round} busy={busy} onOrder={onOrder} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Orders({ state, round, busy, onOrder }: Props & { readonly round: CampaignRound }) {
  if (state.published !== null || round.state === 'closed') return null;
  const others = state.rounds.filter(other => other.round !== round.round);
  if (others.some(other => other.round > round.round && other.state !== 'waiting')) return null;
  const before = others.find(other => other.round < round.round);
  if (before?.state === 'waiting') return <p className="small">The first round must have been open before.</p>;
  const name = state.rounds.length === 1 ? 'it' : `round ${round.round}`;
  const order = (which: 'open' | 'close') => () => onOrder(which, round.round);
  return (
    <div className="orders">
      {round.state === 'open' ? (
        <FinalButton
          label={`Close ${name}`}
          consequence="It then accepts no more reports and cannot be opened again. People who have not reported by now are not counted."
          yes={`Close ${name} permanently`}
          quiet
          disabled={busy}
          onYes={order('close')}
        />
      ) : before === undefined || before.state === 'closed' ? (
        <button type="button" disabled={busy} onClick={order('open')}>
          Open {name}
        </button>
      ) : (
        <FinalButton
          label={`Open ${name}`}
          consequence={`This closes round ${before.round} permanently. It has ${reports(arrivedIn(before))}, accepts no more, and cannot be opened again. Only people who reported in it can be counted.`}
          yes={`Close round ${before.round} and open ${name}`}
          disabled={busy}
          onYes={order('open')}
        />
      )}
      <p className="small">{meaningOf(state, round, before)}</p>
    </div>
  );
}

function meaningOf(state: CampaignState, round: CampaignRound, before: CampaignRound | undefined): string {
  if (round.state !== 'open')
    return `Every aggregator then accepts reports.${before === undefined ? '' : ` Round ${before.round} accepts no more.`}`;
  const last = round.round === state.rounds.length;
  return `It then accepts no more reports and cannot be opened again.${last ? ' Nothing is charged yet.' : ''}`;
}

/** At the aggregator that has fewest: others do not count. */
const arrivedIn = ({ aggregators }: CampaignRound): number =>
  Math.min(...aggregators.map(({ reports: arrived }) => arrived ?? 0));

/** 10, 20, 50, 100 and so on: bars have room to grow, and seldom shrink because their scale does. */
function roundAbove(count: number): number {
  const power = 10 ** Math.max(1, Math.floor(Math.log10(Math.max(count, 1))));
  return power * ([1, 2, 5].find(step => count < step * power) ?? 10);
}
