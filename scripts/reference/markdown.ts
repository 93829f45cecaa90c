/** What Markdown needs: tables, and the names of headings. */

export const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

/** Words that a table can hold. */
export const cell = (words: string): string => words.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** What a heading is called in addresses, by those who show Markdown. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
