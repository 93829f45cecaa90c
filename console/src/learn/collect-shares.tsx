/** What the two servers receive, person by person, and their totals: bars of random lengths. */
import { RANGE } from './chance.ts';
import { PEOPLE, type Survey } from './collect-plan.ts';
import { whole } from './words.ts';

const ROWS = ['You', 'Colleague 1', 'Colleague 2', 'Colleague 3'];

export const CollectShares = ({ survey: { received, totals } }: { readonly survey: Survey }) => (
  <table className="shares">
    <caption>What each server receives; the two numbers of a person mean something only together</caption>
    <thead>
      <tr>
        <th scope="col">From</th>
        <th scope="col">Server A</th>
        <th scope="col">Server B</th>
      </tr>
    </thead>
    <tbody>
      {ROWS.map((name, person) => (
        <Row key={name} name={name} shares={received[person]} />
      ))}
      <tr>
        <th scope="row">and {PEOPLE - ROWS.length} more</th>
        <td>…</td>
        <td>…</td>
      </tr>
      <Row name="Total, with noise" shares={totals} />
    </tbody>
  </table>
);

const Row = ({ name, shares }: { readonly name: string; readonly shares: readonly [number, number] }) => (
  <tr>
    <th scope="row">{name}</th>
    {['A', 'B'].map((server, place) => (
      <td key={server}>
        {whole(shares[place])}
        <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
          <rect className="level-value" width={(100 * shares[place]) / RANGE} height={6} />
        </svg>
      </td>
    ))}
  </tr>
);
