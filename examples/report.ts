/** The demo's report: one HTML file with everything inside, to be opened in any browser. */

export interface Section {
  readonly title: string;
  /** Sentences of our own; nothing in them comes from data. */
  readonly words: readonly string[];
  /** How it was asked. */
  readonly code?: string;
  readonly picture?: string;
  readonly text?: string;
}

export const reportPage = (title: string, lead: string, sections: readonly Section[]): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p class="lead">${escaped(lead)}</p>
${sections.map(sectionHtml).join('\n')}
</body>
</html>
`;

const sectionHtml = ({ title, words, code, picture, text }: Section): string =>
  [
    `<section><h2>${escaped(title)}</h2>`,
    ...(code === undefined ? [] : [`<pre class="code">${escaped(code)}</pre>`]),
    ...words.map(sentence => `<p>${escaped(sentence)}</p>`),
    ...(picture === undefined ? [] : [`<figure>${picture}</figure>`]),
    ...(text === undefined ? [] : [`<pre>${escaped(text)}</pre>`]),
    '</section>',
  ].join('\n');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #f5f6f8; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { margin-bottom: 0; } .lead { color: #555; font-size: 1.1rem; margin-top: .3rem; }
  section { background: white; border-radius: 8px; padding: 1rem 1.5rem; margin: 1.2rem 0; box-shadow: 0 1px 3px #0002; }
  h2 { font-size: 1.2rem; margin: .2rem 0 .6rem; }
  pre { white-space: pre-wrap; background: #f5f6f8; padding: .7rem 1rem; border-radius: 6px; overflow-x: auto; font-size: .85rem; line-height: 1.4; }
  pre.code { background: #eef3f9; } figure { margin: .5rem 0; } figure > svg { max-width: 100%; height: auto; }
`;
