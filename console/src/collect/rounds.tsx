/** The rounds as steps, each with the reports that arrived and with what can be done next. */
import type { CampaignRound, CampaignState } from '../../../src/service/contract/collecting.ts';
import { ArrivedReports } from './arrived-reports.tsx';
import { ROUND_WORDS } from './words.ts';

type Order = (order: 'open' | 'close', round: number) => void;

interface Props {
  readonly state: CampaignState;
  /** An order is under way. */
  readonly busy: boolean;
  readonly onOrder: Order;
}

const TITLES = {
  'one-report': ['The report'],
  'two-rounds': ['First round: a fixed answer', 'Second round: some tell the truth'],
} as const;

const MEANING = {
  'one-report': ['Whoever is sampled reports their answer, everybody else reports none of these.'],
  'two-rounds': [
    'Everybody reports what their die fixed, or none of these if they are sampled. It has nothing to do with the truth.',
    'Whoever is sampled reports their answer, everybody else the same again. Only the difference is counted.',
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
  const last = round.round === state.rounds.length;
  const later = state.rounds.some(other => other.round > round.round && other.state !== 'waiting');
  if (later) return null;
  const opening = round.state !== 'open';
  const before = round.round > 1 ? ' No more reports of the first round are then taken.' : '';
  return (
    <div className="orders">
      {opening ? (
        <button type="button" disabled={busy} onClick={() => onOrder('open', round.round)}>
          {state.rounds.length === 1 ? 'Open it' : `Open round ${round.round}`}
        </button>
      ) : (
        <button type="button" className="quiet" disabled={busy} onClick={() => onOrder('close', round.round)}>
          {state.rounds.length === 1 ? 'Close it' : `Close round ${round.round}`}
        </button>
      )}
      <p className="small">
        {opening
          ? `Every aggregator takes reports from then on.${before}`
          : `No more reports are then taken, and it cannot be opened again.${last ? ' Nothing is charged yet.' : ''}`}
      </p>
    </div>
  );
}

/** 10, 20, 50, 100 and so on: bars have room to grow, and seldom shrink because their scale does. */
function roundAbove(count: number): number {
  const power = 10 ** Math.max(1, Math.floor(Math.log10(Math.max(count, 1))));
  return power * ([1, 2, 5].find(step => count < step * power) ?? 10);
}
