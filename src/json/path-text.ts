/** Places in data, as messages and drafts name them: `tables.visits.columns.age.min`. */
export type Path = readonly (string | number)[];

const PLAIN = /^[\p{L}\p{N}_$-]+$/u;

/** Names that would be misread, or that hold a line break, stand in quotes. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      const name = String(key);
      if (!PLAIN.test(name)) return `[${JSON.stringify(name)}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join('');
