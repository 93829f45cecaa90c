/** The same question for elsewhere, copied by one press: as SQL, for programs, for the command line, and as a link. */
import { useState } from 'react';
import type { QuestionBody } from '../api.ts';
import { questionLink } from './question-link.ts';

export function Copies({ question }: { readonly question: QuestionBody }) {
  const [copied, setCopied] = useState<string | null>(null);
  const forms = formsOf(question);
  const copy = (name: string) => {
    setCopied(name);
    // outside of secure addresses there is no clipboard: the text is shown, and can be marked
    void navigator.clipboard?.writeText(forms[name]).catch(() => {});
  };
  return (
    <>
      <p className="buttons">
        <span className="small">Copy as</span>
        {Object.keys(forms).map(name => (
          <button key={name} type="button" className="quiet" aria-pressed={name === copied} onClick={() => copy(name)}>
            {name}
          </button>
        ))}
      </p>
      <div aria-live="polite">{copied !== null && <pre className="copied">{forms[copied]}</pre>}</div>
    </>
  );
}

function formsOf(question: QuestionBody): Readonly<Record<string, string>> {
  const { sql, epsilon, delta, rho } = question;
  const limits = Object.entries({ epsilon, delta, rho }).filter(([, limit]) => limit !== undefined);
  const flags = limits.map(([name, limit]) => `--${name} ${limit}`).join(' ');
  const options = limits.map(([name, limit]) => `${name}: '${limit}'`).join(', ');
  const named = limits.map(([name, limit]) => `${name}="${limit}"`).join(', ');
  return {
    SQL: sql,
    TypeScript: `const question = await data.sql(${JSON.stringify(sql)});\nconst answer = await question.ask({ ${options} });`,
    Python: `desk = Sortition("${window.location.origin}")\nanswer = desk.ask(${pythonText(sql)}, ${named})`,
    Command: `sortition ask --policy policy.json ${flags} --sql ${shellWord(sql)}`,
    Link: questionLink(question),
  };
}

/** Python reads the escapes of JSON alike. */
const pythonText = (text: string): string => JSON.stringify(text);

const shellWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
