/** Asking people instead of a table: the campaigns there are, one of them as it runs, and a plan for the next. */
import type { OpenPageProps } from '../api.ts';
import { Campaign } from '../collect/campaign.tsx';
import { CampaignList } from '../collect/campaign-list.tsx';
import { CollectionPlanner } from '../collect/collection-planner.tsx';
import './collect.css';

export function Collect({ api, me, within }: OpenPageProps) {
  if (within !== '') return <Campaign key={within} api={api} campaign={within} />;
  return (
    <>
      {me.role === 'custodian' && <CampaignList api={api} />}
      <CollectionPlanner api={api} />
    </>
  );
}
