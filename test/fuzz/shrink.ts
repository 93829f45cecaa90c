/** The smallest text that is found to do the same: parts are left out as long as it still does. */

/** Tries, at most: each may take a while. */
const TRIES_MOST = 300;

export async function shrunk(text: string, stillFails: (text: string) => Promise<boolean>): Promise<string> {
  let [least, tries] = [text, 0];
  for (let size = Math.ceil(text.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < least.length && tries < TRIES_MOST; ) {
      const shorter = least.slice(0, from) + least.slice(from + size);
      tries += 1;
      if (await stillFails(shorter)) least = shorter;
      else from += size;
    }
  return least;
}
