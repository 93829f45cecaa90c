/** An answer: in the words of the question, as one number or as a picture and a table, with what it cost. */
import type { AnsweredJson } from '../../../src/service/contract/answers.ts';
import type { QuestionBody } from '../api.ts';
import { amountsText, short } from '../parts/numbers.ts';
import { saveAs } from '../parts/saving.ts';
import { answerCsv } from './answer-csv.ts';
import { AnswerRows } from './answer-rows.tsx';
import { Copies } from './copies.tsx';
import { planWords } from './plan-words.ts';

interface Props {
  readonly answered: AnsweredJson;
  readonly question: QuestionBody;
}

export function Answer({ answered, question }: Props) {
  const { rows, charged, remaining, recorded, sample, entry, derivation } = answered;
  const words = planWords(derivation.plan, 'the answer');
  return (
    <section className="card" aria-label="Answer">
      <h2>{words.charAt(0).toUpperCase() + words.slice(1)}</h2>
      {sample !== null && (
        <p className="small">
          From {originOf(sample)}. Estimates are for{' '}
          {sample.chosen
            ? 'these people only'
            : sample.strata === undefined
              ? 'the whole population it was drawn from'
              : sample.strata.map(strataText).join(', ')}
          .
        </p>
      )}
      <AnswerRows rows={rows} />
      <p className="small">
        {recorded ? 'Recorded answer to the same question, at no charge.' : `Charged ${amountsText(charged)}.`}{' '}
        {leftText(remaining)} is left of the budget. Entry {entry} of the ledger is the receipt.
      </p>
      <div className="answer-tools">
        <p className="buttons">
          <span className="small">Save</span>
          <button
            type="button"
            className="quiet"
            onClick={() => save(answerCsv(rows), 'text/csv', `answer-${entry}.csv`)}
          >
            CSV
          </button>
          <button
            type="button"
            className="quiet"
            onClick={() => save(JSON.stringify(answered, null, 2), 'application/json', `answer-${entry}.json`)}
          >
            JSON
          </button>
        </p>
        <Copies question={question} />
      </div>
    </section>
  );
}

const save = (text: string, type: string, name: string): void => saveAs(new Blob([text], { type }), name);

const leftText = ({ epsilon, rho }: AnsweredJson['remaining']): string =>
  `Epsilon ${short(epsilon ?? 0)}${rho === undefined ? '' : ` and rho ${short(rho)}`}`;

function originOf({ name, scheme, part = null, chosen }: NonNullable<AnsweredJson['sample']>): string {
  if (name !== null) return part === null ? `the sample ${name}` : `the part ${part} of ${name}`;
  if (part !== null) return `the part ${part}`;
  return chosen ? `a ${scheme} of everyone` : 'a sample drawn for this question alone';
}

const strataText = ({ by, values }: { readonly by: string; readonly values: readonly string[] }): string =>
  `those whose ${by} is ${values.join(' or ')}; nobody else was sampled`;
