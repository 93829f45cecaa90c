/** What the campaign found: how many people have each value, and how sure that is. */
import type { CampaignState } from '../../../src/service/contract/collecting.ts';
import { GroupBars } from '../parts/group-bars.tsx';
import { figure, percent, short } from '../parts/numbers.ts';
import { people } from './words.ts';

interface Props {
  readonly state: CampaignState;
  readonly published: NonNullable<CampaignState['published']>;
}

const SHOWN = 40;

export function Estimates({ state, published: { estimates, reports, charged } }: Props) {
  const shown =
    estimates.length <= SHOWN ? estimates : [...estimates].sort((a, b) => b.estimate - a.estimate).slice(0, SHOWN);
  return (
    <section className="card">
      <h2>How many people have each value</h2>
      {estimates.length > SHOWN && (
        <p className="small">
          The {SHOWN} largest of {estimates.length} values; the service sends all of them.
        </p>
      )}
      <div className="wide">
        <table>
          <thead>
            <tr>
              <th>Answer</th>
              <th className="number">People</th>
              <th className="number">95 % interval</th>
              <th className="number">Standard error</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ value, estimate, interval95: [lower, upper], standardError }) => (
              <tr key={value}>
                <th scope="row">{value}</th>
                <td className="number">{figure(Math.round(estimate))}</td>
                <td className="number">
                  {figure(Math.floor(lower))} to {figure(Math.ceil(upper))}
                </td>
                <td className="number">{figure(standardError)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <GroupBars
        summary="How many people have each value"
        title="people"
        groupsTitle="answer"
        groups={shown.map(({ value, estimate, interval95 }) => ({
          name: value,
          estimate,
          interval: interval95,
          says: `${value}: ${figure(Math.round(estimate))} people, ${figure(Math.floor(interval95[0]))} to ${figure(Math.ceil(interval95[1]))}`,
        }))}
      />
      <p className="small">
        Of {reports === null ? 'everyone' : people(reports)} whose reports reached every aggregator. An estimate can be
        below 0 because of the noise. {paidText(state, charged)}
      </p>
    </section>
  );
}

const paidText = ({ noiseEpsilon, remaining }: CampaignState, charged: Props['published']['charged']): string =>
  noiseEpsilon === null
    ? `It cost delta ${short(charged.delta)}: without noise, a value that only one person has is revealed with probability ${percent(charged.delta)}.`
    : `It cost epsilon ${short(charged.epsilon)}; epsilon ${short(remaining.epsilon)} is left for these people.`;
