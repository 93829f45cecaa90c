/** What must hold whatever crashes. */

/** A promise that was broken. */
export class Broken extends Error {}

export function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Broken(otherwise);
}
