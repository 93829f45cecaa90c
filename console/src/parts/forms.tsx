/** The same question for the command line and for a program, to be copied. */
import { useState } from 'react';
import type { QuestionBody } from '../api.ts';

export function Forms({ question: { sql, epsilon, delta } }: { readonly question: QuestionBody }) {
  const more = delta === undefined ? '' : ` --delta ${delta}`;
  const forms = [
    {
      name: 'Command line',
      text: `sortition ask --policy policy.json --epsilon ${epsilon}${more} --sql ${shellWord(sql)}`,
    },
    {
      name: 'TypeScript',
      text: `const question = await data.sql(${JSON.stringify(sql)});\nconst answer = await question.ask({ epsilon: '${epsilon}'${delta === undefined ? '' : `, delta: '${delta}'`} });`,
    },
  ];
  return (
    <details>
      <summary>The same question elsewhere</summary>
      {forms.map(form => (
        <Copyable key={form.name} {...form} />
      ))}
    </details>
  );
}

const shellWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

function Copyable({ name, text }: { readonly name: string; readonly text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="copyable">
      <span>{name}</span>
      <button
        type="button"
        className="quiet"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {copied ? 'Copied' : 'Copy'}
      </button>
      <pre>{text}</pre>
    </div>
  );
}
