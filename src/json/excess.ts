/** How large data from outside may be, found out before anything recursive looks at it. */
export interface Extent {
  /** Objects and lists within each other. */
  readonly depth: number;
  /** Entries of all objects and lists together. */
  readonly entries: number;
  /** Of all texts together. */
  readonly characters: number;
}

/** Which of the limits the data breaks, or undefined. Circles are endlessly deep. */
export function excessOf(data: unknown, limits: Extent): keyof Extent | undefined {
  const waiting: (readonly [value: unknown, depth: number])[] = [[data, 0]];
  let [entries, characters] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, depth] = next;
    if (typeof value === 'string') characters += value.length;
    if (characters > limits.characters) return 'characters';
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= limits.depth) return 'depth';
    const inside = Object.values(value);
    entries += inside.length;
    if (entries > limits.entries) return 'entries';
    for (const entry of inside) waiting.push([entry, depth + 1]);
  }
  return undefined;
}
