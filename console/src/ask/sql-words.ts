/** Names and values as SQL writes them. */

/** Names of small letters need no quotes. */
export const quotedName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

export const quotedText = (word: string): string => `'${word.replaceAll("'", "''")}'`;
