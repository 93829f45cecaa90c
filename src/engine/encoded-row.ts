/** Rows as text, so that all rows of a person are one value: each cell behind its length, which no cell can imitate. */

/** The expression that encodes a row of texts; `.` ends it. */
export const encodedRow = (expressions: readonly string[]): string =>
  joined([
    ...expressions.map(each => `CASE WHEN ${each} IS NULL THEN '-' ELSE length(${each}) || ':' || ${each} END`),
    `'.'`,
  ]);

/** In halves, for engines limit how deep expressions are: a thousand columns are ten deep. */
function joined(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0];
  const half = Math.ceil(texts.length / 2);
  return `(${joined(texts.slice(0, half))} || ${joined(texts.slice(half))})`;
}

/** Lengths count characters as engines do: code points. */
export function decodedRows(text: string | null): (string | null)[][] {
  const characters = [...(text ?? '')];
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  for (let at = 0; at < characters.length; )
    if (characters[at] === '.') {
      rows.push(row);
      row = [];
      at += 1;
    } else if (characters[at] === '-') {
      row.push(null);
      at += 1;
    } else {
      const colon = characters.indexOf(':', at);
      const end = colon + 1 + Number(characters.slice(at, colon).join(''));
      row.push(characters.slice(colon + 1, end).join(''));
      at = end;
    }
  return rows;
}
