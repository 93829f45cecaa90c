/**
 * Gathers what arrives at the same moment into one transaction: a disk confirms a hundred reports as fast as one.
 */

/** Does all of the work together, or throws and has done none of it; a part may fail alone by giving its refusal. */
export type Together<Work, Result> = (work: readonly Work[]) => readonly (Result | Error)[];

export function groupCommit<Work, Result>(together: Together<Work, Result>): (work: Work) => Promise<Result> {
  interface Waiting {
    readonly work: Work;
    readonly resolve: (result: Result) => void;
    readonly reject: (reason: unknown) => void;
  }
  let waiting: Waiting[] = [];
  const commit = (): void => {
    const group = waiting;
    waiting = [];
    try {
      const results = together(group.map(({ work }) => work));
      for (const [place, { resolve, reject }] of group.entries()) {
        const result = results[place];
        if (result instanceof Error) reject(result);
        else resolve(result);
      }
    } catch (caught) {
      for (const { reject } of group) reject(caught);
    }
  };
  return work =>
    new Promise((resolve, reject) => {
      // the first one waits until everything that has arrived by now is read
      if (waiting.push({ work, resolve, reject }) === 1) setImmediate(commit);
    });
}
