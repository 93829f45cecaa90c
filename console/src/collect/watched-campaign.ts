/** A campaign as it is now, kept up to date while it is looked at. A lost connection is found again by itself. */
import { useCallback, useEffect, useState } from 'react';
import type { CampaignState } from '../../../src/service/contract/collecting.ts';
import { type Api, Refused } from '../api.ts';

export interface Watched {
  readonly state: CampaignState | null;
  /** What keeps the state from being that of now. */
  readonly thrown: unknown;
  /** Shows what an order brought about, before the next event does. */
  show(state: CampaignState): void;
}

const AGAIN_MILLISECONDS = 2000;

export function useCampaign(api: Api, campaign: string): Watched {
  const [state, setState] = useState<CampaignState | null>(null);
  const [thrown, setThrown] = useState<unknown>(null);
  const show = useCallback((next: CampaignState) => {
    setThrown(null);
    setState(next);
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    void keepWatching(api, campaign, show, setThrown, leaving.signal);
    return () => leaving.abort();
  }, [api, campaign, show]);
  return { state, thrown, show };
}

async function keepWatching(
  api: Api,
  campaign: string,
  show: (state: CampaignState) => void,
  complain: (thrown: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await api.watchCampaign(campaign, show, signal);
    } catch (thrown) {
      if (signal.aborted) return;
      complain(thrown instanceof Refused ? thrown : LOST);
      // a refusal does not go away by itself; a lost connection does
      if (thrown instanceof Refused && thrown.code !== 'offline') return;
    }
    await new Promise(resume => setTimeout(resume, AGAIN_MILLISECONDS));
  }
}

const LOST = new Refused('offline', 'The connection was lost; it is tried again. Reports keep arriving meanwhile.');
