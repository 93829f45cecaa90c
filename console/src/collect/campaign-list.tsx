/** All campaigns of the organiser, each with its state, or how to make the first one. */
import type { Campaigns } from '../../../src/service/contract/collecting.ts';
import { Notice } from '../parts/notice.tsx';
import { CAMPAIGN_WORDS } from './words.ts';

export const CampaignList = ({ campaigns, unreadable, advice }: Campaigns) => (
  <section className="card">
    <h2>Campaigns</h2>
    <p className="small">
      A campaign asks people directly. Each answer leaves the device as random shares, one for each aggregator, and only
      noisy totals are ever combined.
    </p>
    {campaigns.length > 0 && <Rows campaigns={campaigns} />}
    {advice !== null && <First advice={advice} />}
    {unreadable.map(({ folder, message }) => (
      <Notice key={folder} title={`The folder ${folder} cannot be read`}>
        {message}
      </Notice>
    ))}
  </section>
);

const Rows = ({ campaigns }: Pick<Campaigns, 'campaigns'>) => (
  <ul className="campaigns">
    {campaigns.map(({ campaign, name, question, state }) => (
      <li key={campaign}>
        <a href={`#/collect/${campaign}`}>{question}</a>
        <span className={`state ${state}`}>{CAMPAIGN_WORDS[state]}</span>
        <span className="small">{name}</span>
      </li>
    ))}
  </ul>
);

/** Campaigns are made where their secrets can be handed out: not in a browser. */
const First = ({ advice }: { readonly advice: string }) => (
  <div className="first">
    <h3>There are no campaigns yet</h3>
    <p>{advice}</p>
    <pre>{COMMANDS}</pre>
    <p className="small">
      Create campaigns on the command line, because each aggregator gets a secret file that must not pass through a
      browser. You can plan one below first.
    </p>
  </div>
);

const COMMANDS = [
  'sortition collect create commute.json --out campaigns/commute',
  'sortition serve --policy policy.json --campaigns campaigns \\',
  '  --collect-ledger sqlite:people.ledger --collect-budget-epsilon 2',
].join('\n');
