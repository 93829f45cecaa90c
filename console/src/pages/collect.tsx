/** Asking people instead of a table: the campaigns there are, one of them as it runs, and a plan for the next. */
import type { PageProps } from '../api.ts';
import { Campaign } from '../collect/campaign.tsx';
import { CampaignList } from '../collect/campaign-list.tsx';
import { CollectionPlanner } from '../collect/collection-planner.tsx';
import './collect.css';

export function Collect({ api, within }: PageProps & { readonly within: string }) {
  if (within !== '') return <Campaign key={within} api={api} campaign={within} />;
  return (
    <>
      <CampaignList api={api} />
      <CollectionPlanner api={api} />
    </>
  );
}
