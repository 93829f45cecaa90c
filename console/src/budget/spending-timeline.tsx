/** The budget as it was spent: every question a step, in order, each with who asked what and when. */
import { scaleLinear } from 'd3-scale';
import { useState } from 'react';
import type { PastQuestionJson } from '../../../src/service/contract/answers.ts';
import type { BudgetReportJson } from '../../../src/service/contract/budget.ts';
import { whenText } from '../ask/history.tsx';
import { pastWords } from '../ask/past-question.ts';
import { amountsText, short } from '../parts/numbers.ts';
import { Reading } from '../parts/reading.tsx';

interface Props {
  readonly report: BudgetReportJson;
  /** Newest first. */
  readonly questions: readonly PastQuestionJson[];
  readonly isEverybodys: boolean;
}

interface Step {
  readonly question: PastQuestionJson;
  readonly from: number;
  readonly to: number;
}

const [HEIGHT, WIDE] = [240, 480];
const MARGIN = { left: 60, right: 12, top: 12, bottom: 34 };

export function SpendingTimeline({ report, questions, isEverybodys }: Props) {
  const parts = report.budget.rho === undefined ? (['epsilon'] as const) : (['epsilon', 'rho'] as const);
  return (
    <section className="card">
      <h2>What was spent</h2>
      <div className="columns">
        {parts.map(part => (
          <SpentPart key={part} part={part} report={report} questions={questions} isEverybodys={isEverybodys} />
        ))}
      </div>
    </section>
  );
}

function SpentPart({ part, report, questions, isEverybodys }: Props & { readonly part: 'epsilon' | 'rho' }) {
  const [place, setPlace] = useState<number | null>(null);
  const [whole, spent] = [report.budget[part] ?? 0, report.spent[part] ?? 0];
  const { steps, before } = stepsOf(questions, part, spent);
  if (steps.length === 0)
    return (
      <p className="small">
        {spent > 0
          ? `Others spent ${part} ${short(spent)}. Your questions will be shown here.`
          : `No ${part} was spent yet. Each question will be shown here with its cost.`}
      </p>
    );
  const analysts = [...new Set(steps.map(({ question }) => question.analyst))];
  return (
    <Reading
      summary={`${part} spent, question by question`}
      places={steps.length}
      place={place}
      onPlace={setPlace}
      nearest={({ x }, width) =>
        Math.min(steps.length - 1, Math.max(0, Math.floor((x - MARGIN.left) / stepWidth(width, steps))))
      }
      says={place === null ? null : spoken(steps[place], part, isEverybodys)}
      caption={<Who analysts={isEverybodys ? analysts : []} before={before} part={part} isEverybodys={isEverybodys} />}
    >
      {({ width }) => <Steps {...{ part, whole, steps, analysts, place, width }} step={stepWidth(width, steps)} />}
    </Reading>
  );
}

const stepWidth = (width: number, steps: readonly Step[]): number =>
  (width - MARGIN.left - MARGIN.right) / Math.max(steps.length, 12);

interface StepsProps {
  readonly part: string;
  readonly whole: number;
  readonly steps: readonly Step[];
  readonly analysts: readonly string[];
  readonly place: number | null;
  readonly width: number;
  /** How wide each is. */
  readonly step: number;
}

function Steps({ part, whole, steps, analysts, place, width, step }: StepsProps) {
  // one of two sums may go on beyond its limit
  const up = scaleLinear([0, Math.max(whole, steps[steps.length - 1].to)], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  return (
    <svg className="steps" width={width} height={HEIGHT} aria-hidden="true">
      <g className="grid">
        {up.ticks(4).map(tick => (
          <g key={tick} transform={`translate(0,${up(tick)})`}>
            <line x1={MARGIN.left} x2={width - MARGIN.right} />
            <text x={MARGIN.left - 8} dy="0.35em" textAnchor="end">
              {short(tick)}
            </text>
          </g>
        ))}
      </g>
      <line className="whole-line" x1={MARGIN.left} x2={width - MARGIN.right} y1={up(whole)} y2={up(whole)} />
      {steps.map(({ question, from, to }, index) => (
        <rect
          key={question.entry}
          className={`who-${analysts.indexOf(question.analyst)}${index === place ? ' chosen' : ''}`}
          x={MARGIN.left + index * step + 1}
          width={Math.max(1, step - 2)}
          y={up(to)}
          height={Math.max(2, up(from) - up(to))}
        />
      ))}
      <text className="axis" transform={`translate(13,${HEIGHT / 2}) rotate(-90)`} textAnchor="middle">
        {part} spent
      </text>
      <text className="axis" x={MARGIN.left} y={HEIGHT - 8}>
        {width < WIDE ? 'questions, oldest first' : periodText(steps)}
      </text>
    </svg>
  );
}

const periodText = (steps: readonly Step[]): string =>
  `questions, from ${whenText(steps[0].question.at)} to ${whenText(steps[steps.length - 1].question.at)}`;

/** What is not among the questions was spent before them, or by others. */
function stepsOf(questions: readonly PastQuestionJson[], part: 'epsilon' | 'rho', spent: number) {
  const charged = questions.toReversed().filter(({ charged }) => (charged[part] ?? 0) > 0);
  const listed = charged.reduce((sum, question) => sum + (question.charged[part] ?? 0), 0);
  const before = Math.max(0, spent - listed);
  let sum = before;
  const steps: readonly Step[] = charged.map(question => {
    const from = sum;
    sum += question.charged[part] ?? 0;
    return { question, from, to: sum };
  });
  return { steps, before };
}

const spoken = ({ question, to }: Step, part: string, isEverybodys: boolean): string =>
  `${whenText(question.at)}${isEverybodys ? `, ${question.analyst}` : ''}: ${pastWords(question)}. ${amountsText(question.charged)}; ${part} ${short(to)} in all`;

interface WhoProps {
  readonly analysts: readonly string[];
  readonly before: number;
  readonly part: string;
  readonly isEverybodys: boolean;
}

const Who = ({ analysts, before, part, isEverybodys }: WhoProps) => (
  <ul className="legend">
    {analysts.map((name, place) => (
      <li key={name} className={`line-${place}`}>
        {name}
      </li>
    ))}
    {before > 1e-9 && (
      <li>
        {part} {short(before)} {isEverybodys ? 'before these' : 'by others'}
      </li>
    )}
  </ul>
);
