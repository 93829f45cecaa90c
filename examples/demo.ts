/** `npm run demo`: a hospital is made, asked, and charged; then the accountant without data. Leaves an HTML report. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { columnsOf } from '../src/cli/answer-columns.ts';
import { describeAnswer } from '../src/cli/answer-text.ts';
import { table } from '../src/cli/table.ts';
import { open, Refusal } from '../src/index.ts';
import { boundsPicture, boundsTable, pricesTable } from './accountant.ts';
import { drawBars } from './chart.ts';
import { makeHospital } from './hospital.ts';
import { hospitalPolicy } from './policy.ts';
import { type DemoQuestion, questionsTo } from './questions.ts';
import { reportPage, type Section } from './report.ts';
import { questionsToSamples, ratesSection } from './sampling.ts';
import { boxesOf, drawTree } from './tree.ts';

const folder = resolve('demo-output');
const sections: Section[] = [];

/** Everything is said twice: at once for who waits, and in the report. */
function show(section: Section): void {
  sections.push(section);
  const { title, code, text, words } = section;
  console.log(`\n== ${title}\n`);
  console.log([code, text, ...words].filter(part => part !== undefined).join('\n\n'));
}

async function showAnswer({ words, code, spend, asking, chart }: DemoQuestion): Promise<void> {
  const answer = await asking.ask(spend);
  const picture = chart === undefined ? {} : { picture: drawBars(chart.bars(answer), chart.label) };
  show({ title: words, code, words: [], text: describeAnswer(answer, columnsOf(asking.plan)), ...picture });
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const outcome = await work.catch((thrown: unknown) => thrown);
  return outcome instanceof Refusal ? `${outcome.code}: ${outcome.message}` : 'not refused';
}

// Every run starts anew: a ledger remembers, and would rightly refuse the second time.
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
console.log('Making a hospital: 1,000,000 visits of 200,000 patients ...');
const file = join(folder, 'visits.parquet');
const truth = await makeHospital(file);

const data = await open(hospitalPolicy(file, join(folder, 'visits.ledger')));
const questions = await questionsTo(data, truth);
for (const question of questions) await showAnswer(question);
for (const question of questionsToSamples(data, truth)) await showAnswer(question);
show(await ratesSection(data, truth.patients));

const [first] = questions;
const again = await first.asking.ask(first.spend);
const refused = await refusalOf(first.asking.ask({ epsilon: 2 }));
const { budget, spent, remaining } = await data.deployment.ledger.budget();
show({
  title: 'What was spent on each table, and what all patients were charged for it',
  words: [
    'Boxes are tables: what was spent in them. Lines: what the table on the left was charged for the one on the right.',
  ],
  picture: drawTree(boxesOf(data.deployment.ledger.state())),
});
await data.close();
show({
  title: 'The budget',
  words: [
    `Spent: epsilon ${spent.epsilon!.toFixed(3)} of ${budget.epsilon}. Left: epsilon ${remaining.epsilon!.toFixed(3)}.`,
    `The first question again: the recorded answer, charged ${again.charged.epsilon}.`,
    `The first question with epsilon 2: ${refused}`,
    `${truth.towns} places of residence are in the data. Those of single people stay hidden, except with probability delta.`,
    `The true median age is ${truth.medianAge}.`,
  ],
});

show({
  title: 'Published prices that are too low, and what the operators really cost (epsilon)',
  words: [],
  text: table(pricesTable()),
});
show({
  title: 'One workload, sampled in several ways: epsilon at delta 1e-6, known from both sides',
  words: ['tight: the gap is arithmetic. bracket: the gap is theory, no worst case is known.'],
  text: table(boundsTable()),
  picture: boundsPicture(),
});

const report = join(folder, 'report.html');
const lead =
  'A million visits of 200,000 simulated patients; every answer comes with its error and its privacy cost. ' +
  'Bars are answers, dark lines their 95 % intervals, orange dots the truth, which only the maker of synthetic data may show.';
writeFileSync(report, reportPage('Questions to a hospital', lead, sections));
console.log(`\nThe report: ${report}`);
