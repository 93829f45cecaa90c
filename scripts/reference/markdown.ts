/** Tables of the reference, as Markdown. */

export const tableOf = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

/** Words that a table can hold. */
export const cell = (words: string): string => words.replaceAll('|', '\\|').replaceAll('\n', ' ');
