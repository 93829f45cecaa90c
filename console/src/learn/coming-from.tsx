/** For those who know another library: the same question in each, side by side, and what differs here. */
import { Fragment } from 'react';
import { WideTable } from '../parts/wide-table.tsx';
import { InGuide } from './lesson.tsx';
import { LIBRARIES, OUR_SQL, PEER_NAMES, PEER_SAMPLES } from './peer-samples.ts';

export const ComingFrom = () => (
  <>
    <p>
      You know the terms: privacy unit, contribution bound, budget, noise. Here is one question in each library: the
      average cost of a visit by ward, where each patient has at most three visits, for epsilon 0.5 of a budget of 2.
    </p>
    <div className="peers">
      <section className="card">
        <h3>Sortition</h3>
        <p className="small">unit, bounds and budget are in the policy, once for everyone who asks</p>
        <pre>{OUR_SQL}</pre>
        <p className="small">
          <a href="#/ask">Ask</a> it with epsilon 0.5, and copy it from there as TypeScript, Python or a command.
        </p>
      </section>
      {PEER_SAMPLES.map(({ library, about, code }) => (
        <section key={library} className="card">
          <h3>{library}</h3>
          <p className="small">{about}</p>
          <pre>{code}</pre>
        </section>
      ))}
    </div>
    <h3>The same thing under other names</h3>
    <div className="names">
      <WideTable label="Names in each library">
        <thead>
          <tr>
            <td />
            {LIBRARIES.map(library => (
              <th key={library}>{library}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PEER_NAMES.map(([thing, ...names]) => (
            <tr key={thing}>
              <th scope="row">{thing}</th>
              {names.map((name, place) => (
                <td key={LIBRARIES[place]}>
                  <WithCode words={name} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
    </div>
    <h3>What is different</h3>
    <ul>
      <li>
        The budget is in a ledger on disk, for all analysts together. After a crash what was charged stays charged.
      </li>
      <li>Bounds belong to the data, not to the question: no one can choose them after looking at an answer.</li>
      <li>The error of an answer is known before anything is charged, and stands beside each estimate.</li>
      <li>A random sample is part of the accounting: it costs less, and several questions on one add up correctly.</li>
      <li>
        There is no way to build a mechanism of your own, and no synthetic data. For these, use OpenDP or SmartNoise.
      </li>
    </ul>
    <InGuide page="coming-from" />
  </>
);

/** Every second part stands between backticks. */
const WithCode = ({ words }: { readonly words: string }) =>
  words.split('`').map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their places
    <Fragment key={place}>{place % 2 === 1 ? <code>{part}</code> : part}</Fragment>
  ));
