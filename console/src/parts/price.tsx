/** What a question would cost, operator by operator, how far its answer would be off, and what other rates would do. */
import type { Explained } from '../../../src/service/contract/answers.ts';
import type { QuestionBody } from '../api.ts';
import { ErrorCurve } from './error-curve.tsx';
import { Forms } from './forms.tsx';
import { percent, short } from './numbers.ts';

interface Props {
  readonly explained: Explained;
  readonly question: QuestionBody;
  readonly onAsk: () => void;
}

export function Price({ explained, question, onAsk }: Props) {
  const { charged, inner, steps, error } = explained;
  return (
    <section className="card">
      <h2>
        It would cost epsilon {short(charged.epsilon)}
        {charged.delta > 0 && `, delta ${short(charged.delta)}`}
      </h2>
      {inner.epsilon > charged.epsilon && (
        <p>Nobody knows who is in the sample: inside it, epsilon {short(inner.epsilon)} can be spent for that price.</p>
      )}
      <div className="wide">
        <table>
          <caption>From the data outwards: what each step charges to the one before</caption>
          <thead>
            <tr>
              <th>Step</th>
              <th>Parameters</th>
              <th className="number">Epsilon</th>
              <th className="number">Delta</th>
              <th>By the theorem</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no names, and never change places
              <tr key={place}>
                <th scope="row">{step.operator}</th>
                <td>
                  {Object.entries(step.parameters)
                    .map(([name, value]) => `${name} ${value}`)
                    .join(', ')}
                </td>
                <td className="number">{short(step.epsilon)}</td>
                <td className="number">{short(step.delta)}</td>
                <td>
                  <code>{step.theorem}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ExpectedErrors error={error} />
      <OtherRates explained={explained} />
      <Forms question={question} />
      <button type="button" onClick={onAsk}>
        Ask, and pay epsilon {short(charged.epsilon)}
      </button>
    </section>
  );
}

function ExpectedErrors({ error: { noise, sampling } }: Pick<Explained, 'error'>) {
  return (
    <ul>
      {Object.entries(noise).map(([name, standardError]) => (
        <li key={name}>
          <strong>{name}</strong>: noise puts it off by about {short(standardError)}
          {sampling?.[name] !== undefined && `, the sample by up to ${short(sampling[name])}`} (standard error).
        </li>
      ))}
    </ul>
  );
}

/** Of the first value: one picture says enough. */
function OtherRates({ explained: { otherRates, error, steps } }: Pick<Props, 'explained'>) {
  const [name] = Object.keys(error.noise);
  const rates = otherRates.filter(({ error: { sampling } }) => sampling?.[name] !== undefined);
  if (rates.length < 3) return otherRates.length === 0 ? null : <NoCurve />;
  const errors = rates.map(one => ({
    rate: one.rate,
    altogether: altogether(one.error, name),
    noise: one.error.noise[name],
    sampling: one.error.sampling?.[name] ?? 0,
  }));
  const best = errors.reduce((least, one) => (one.altogether < least.altogether ? one : least));
  const rate = Number(steps.find(({ parameters }) => 'rate' in parameters)?.parameters.rate ?? 1);
  const here = altogether(error, name);
  return (
    <>
      <h3>The same price at other rates</h3>
      <ErrorCurve
        of={name}
        summary={`Standard error of ${name} against the sampling rate, at the same price`}
        errors={errors}
        mark={{ at: [rate, here], name: 'this question' }}
      />
      <p>
        {best.altogether < 0.99 * here
          ? `${best.rate === 1 ? 'Asking everybody' : `A sample of ${percent(best.rate)}`} would put ${name} off by about ${short(best.altogether)} instead of ${short(here)}, for the same price.`
          : `No other rate would be much better for ${name} at this price.`}
      </p>
    </>
  );
}

const altogether = ({ noise, sampling }: Explained['error'], name: string): number =>
  Math.hypot(noise[name], sampling?.[name] ?? 0);

const NoCurve = () => (
  <p className="small">
    How far a sample would put this off cannot be said beforehand: the policy does not tell about how many people there
    are (<code>approximateUnits</code>), or it is a statistic whose error depends on the data.
  </p>
);
