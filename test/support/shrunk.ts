/** The shortest list that is found to fail the same way: parts are left out, half of it first, then one by one. */
export async function shrunk<Item>(
  items: readonly Item[],
  stillFails: (fewer: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let [least, tries] = [items, 0];
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < least.length && tries < TRIES_MOST; ) {
      const fewer = [...least.slice(0, from), ...least.slice(from + size)];
      tries += 1;
      if (await stillFails(fewer)) least = fewer;
      else from += size;
    }
  return least;
}

/** Each may take a while, and what is left by then is short enough. */
const TRIES_MOST = 300;
