/** How many reports each aggregator has, as bars that grow. Numbers only: their sums would be the counts without noise. */
import { useEffect, useRef, useState } from 'react';
import type { CampaignRound } from '../../../src/service/contract/collecting.ts';
import { reports as reportsText } from './words.ts';

interface Props {
  readonly round: CampaignRound;
  /** What a full bar is: bars of all rounds are of one scale. */
  readonly whole: number;
}

export function ArrivedReports({ round, whole }: Props) {
  const sentence = inWords(round);
  const spoken = useCalm(sentence);
  return (
    <div className="arrived">
      {round.aggregators.map(({ address, reports, refused }) => (
        <div key={address} className="aggregator">
          <span>{address}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect className="ground" width={100} height={8} />
            <rect className="bar" width={(100 * (reports ?? 0)) / whole} height={8} />
          </svg>
          <span className="number">{refused === null ? reportsText(reports ?? 0) : 'no answer'}</span>
        </div>
      ))}
      <p className="small">{sentence}</p>
      <p className="spoken" aria-live="polite">
        {spoken}
      </p>
    </div>
  );
}

function inWords({ state, aggregators }: CampaignRound): string {
  const silent = aggregators.flatMap(({ refused }) => (refused === null ? [] : [refused.message]));
  if (silent.length > 0) return silent.join(' ');
  const counts = aggregators.map(({ reports }) => reports ?? 0);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  if (state === 'waiting') return 'No reports yet.';
  if (fewest === most) return `Every aggregator has ${reportsText(most)}.`;
  const behind = aggregators.filter(({ reports }) => (reports ?? 0) < most).map(({ address }) => address);
  return `${behind.join(' and ')} ${behind.length === 1 ? 'has' : 'have'} up to ${reportsText(most - fewest)} fewer; they may still be arriving. Only reports that reach every aggregator count.`;
}

const CALM_MILLISECONDS = 10_000;

/** The newest words, but seldom: whoever listens should not be interrupted by every report. */
function useCalm(words: string): string {
  const [said, setSaid] = useState(words);
  const newest = useRef(words);
  newest.current = words;
  useEffect(() => {
    const timer = setInterval(() => setSaid(newest.current), CALM_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  return said;
}
