/** How a price comes about: each step with its theorem, and every noise that is bought. Folded: few people ask. */
import type { ExplainedJson } from '../../../src/service/contract/answers.ts';
import { epsilonText, short } from '../parts/numbers.ts';
import { WideTable } from '../parts/wide-table.tsx';

export function PriceSteps({ explained: { charged, inner, steps, noises } }: { readonly explained: ExplainedJson }) {
  const isAmplified = inner.epsilon !== null && charged.epsilon !== null && inner.epsilon > charged.epsilon;
  return (
    <details>
      <summary>How the price is computed</summary>
      {isAmplified && (
        <p>
          Charged epsilon {short(charged.epsilon ?? 0)} ({short(inner.epsilon ?? 0)} in the sample, amplified by
          sampling).
        </p>
      )}
      <WideTable label="Steps of the price">
        <caption>What each step charges to the step before, starting from the data</caption>
        <thead>
          <tr>
            <th>Step</th>
            <th>Parameters</th>
            <th className="number">Epsilon</th>
            <th className="number">Delta</th>
            <th>Theorem</th>
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
              <td className="number">{epsilonText(step)}</td>
              <td className="number">{short(step.delta)}</td>
              <td>
                <code>{step.theorem}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
      <Noises noises={noises} />
    </details>
  );
}

/** Values that are computed from the same numbers share a noise. */
const Noises = ({ noises }: Pick<ExplainedJson, 'noises'>) => (
  <ul>
    {noises.map(({ statistics, values, share, scale }) => (
      <li key={`${statistics} ${values}`}>
        {short(100 * share)} % of the price: {statistics.join(' and ')}
        {values.length > 0 && ` (for ${values.join(', ')})`}
        {scale !== null && `, noise of scale ${short(scale)}`}.
      </li>
    ))}
  </ul>
);
