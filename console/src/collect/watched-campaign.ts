/** A campaign as it is now, kept up to date while it is looked at. A lost connection is found again by itself. */
import { useCallback, useEffect, useState } from 'react';
import type { CampaignState } from '../../../src/service/contract/collecting.ts';
import type { Api } from '../api.ts';
import { keepWatching } from '../kept-watch.ts';

export interface Watched {
  readonly state: CampaignState | null;
  /** What keeps the state from being that of now. */
  readonly thrown: unknown;
  /** Shows what an order brought about, before the next event does. */
  show(state: CampaignState): void;
}

export function useCampaign(api: Api, campaign: string): Watched {
  const [state, setState] = useState<CampaignState | null>(null);
  const [thrown, setThrown] = useState<unknown>(null);
  const show = useCallback((next: CampaignState) => {
    setThrown(null);
    setState(next);
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    void keepWatching({
      watch: async () => {
        await api.watchCampaign(campaign, show, signal);
        return true;
      },
      complain: setThrown,
      meanwhile: 'Reports keep arriving in the meantime.',
      signal,
    });
    return () => leaving.abort();
  }, [api, campaign, show]);
  return { state, thrown, show };
}
