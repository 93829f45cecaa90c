/** Asking people instead of a table: the campaigns there are, one of them as it runs, and a plan for the next. */
import { useCallback } from 'react';
import type { Campaigns } from '../../../src/service/contract/collecting.ts';
import type { OpenPageProps, PageProps } from '../api.ts';
import { Campaign } from '../collect/campaign.tsx';
import { CampaignList } from '../collect/campaign-list.tsx';
import { CollectionPlanner } from '../collect/collection-planner.tsx';
import { Loading } from '../parts/loading.tsx';
import { Refusal } from '../parts/notice.tsx';
import './collect.css';

export function Collect({ api, me, within }: OpenPageProps) {
  if (within !== '') return <Campaign key={within} api={api} campaign={within} />;
  return me.role === 'custodian' ? <OrganisersDesk api={api} /> : <CollectionPlanner api={api} />;
}

type Found = { readonly list: Campaigns } | { readonly thrown: unknown };

/** The plan has its place below the list, and so waits for it, but is there without it too. */
function OrganisersDesk({ api }: PageProps) {
  const load = useCallback(
    (): Promise<Found> =>
      api.campaigns().then(
        list => ({ list }),
        (thrown: unknown) => ({ thrown }),
      ),
    [api],
  );
  return (
    <Loading from={load}>
      {found => (
        <>
          {'list' in found ? <CampaignList {...found.list} /> : <Refusal of={found.thrown} />}
          <CollectionPlanner api={api} />
        </>
      )}
    </Loading>
  );
}
