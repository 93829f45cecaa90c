/** The exports of the package as Markdown: functions first, then the shapes of what they take and give. */
import type { EntryPoint, Exported } from './api.ts';

const INTRODUCTION = `# The library

Generated from the code by \`npm run docs\`: the exports of each entry point, their signatures and their purpose. ESM for Node 20.19, 22.12
and newer; \`sortition/accounting\`, \`sortition/random\` and \`sortition/collect/client\` run in browsers too. Bad input throws a
\`Refusal\` with a [code](errors.md); any other exception is a bug.`;

export function apiPage(entryPoints: readonly EntryPoint[], exports: readonly Exported[]): string {
  const shown = new Map<string, string>();
  const sections = entryPoints.map(({ name }) => {
    const own = exports.filter(({ entryPoint }) => entryPoint === name);
    const part = (heading: string, some: readonly Exported[]) =>
      some.length === 0 ? [] : [`### ${heading}`, ...sorted(some).map(one => entry(one, shown))];
    return [
      `## \`${name}\``,
      ...part(
        'Functions and values',
        own.filter(({ isType }) => !isType),
      ),
      ...part(
        'Shapes',
        own.filter(({ isType }) => isType),
      ),
    ].join('\n\n');
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

const sorted = (exports: readonly Exported[]): Exported[] =>
  [...exports].sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** What an earlier entry point shows already is only named. */
function entry({ entryPoint, name, says, text, place }: Exported, shown: Map<string, string>): string {
  const key = `${place}#${text}`;
  const earlier = shown.get(key);
  if (earlier !== undefined) return `#### \`${name}\`\n\nAs in \`${earlier}\`.`;
  shown.set(key, entryPoint);
  return [`#### \`${name}\``, `${says} [${place}](../../${place})`.trim(), `\`\`\`ts\n${text}\n\`\`\``].join('\n\n');
}
