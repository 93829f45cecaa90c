/** Why an entry is not what the theorems say, or cannot be compared with them. */

/** `wrong`: no rule allows what the entry did. `unknown`: the ledger does not say what would be needed to tell. */
export class Objection extends Error {
  readonly verdict: 'wrong' | 'unknown';

  constructor(verdict: 'wrong' | 'unknown', sentence: string) {
    super(sentence);
    this.verdict = verdict;
  }
}

export const wrong = (sentence: string): never => {
  throw new Objection('wrong', sentence);
};

export const unknown = (sentence: string): never => {
  throw new Objection('unknown', sentence);
};
