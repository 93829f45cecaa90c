/** What the page of releases knows of draws: those that were made, and the one that is on its way. */
import { useCallback, useEffect, useState } from 'react';
import type { Draws } from '../../../src/service/contract/releases.ts';
import type { Api, DrawBody } from '../api.ts';
import { type StartedJob, useStarted } from '../parts/started-job.ts';
import { isOver } from '../parts/watched-job.ts';

export interface DrawingDesk extends StartedJob<DrawBody> {
  /** Null until it is known, and for those who may not see it. */
  readonly list: Draws | null;
  /** Looks again: a draw ended. */
  readonly refresh: () => void;
}

export function useDrawingDesk(api: Api): DrawingDesk {
  const [list, setList] = useState<Draws | null>(null);
  const drawing = useStarted('draw', api.draw);
  const refresh = useCallback(() => void api.draws().then(setList, () => setList(null)), [api]);
  useEffect(refresh, [refresh]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once, when the page is opened
  useEffect(() => {
    let wanted = true;
    const takeUp = async () => {
      const { jobs } = await api.jobs();
      const open = jobs.find(job => job.kind === 'release-draw' && !isOver(job));
      if (wanted && open !== undefined) drawing.adopt(open);
    };
    // whoever is refused here is told so by everything else on the page
    takeUp().catch(() => {});
    return () => {
      wanted = false;
    };
  }, [api]);
  return { ...drawing, list, refresh };
}
