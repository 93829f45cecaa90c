/**
 * One at a time, among all pages of a browser that have the same ticket: two tabs that split one answer at the same moment
 * would send two reports, of which perhaps none is counted.
 */

/** Does the work while no one else does work of the same name. */
export type Alone = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** The part of Web Locks that is used: in all browsers of today, on secure pages, and in Node from 24 on. */
interface Locks {
  request<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

interface Navigating {
  readonly navigator?: { readonly locks?: Locks };
}

/** Where a platform has no locks, pages only look once more at what stands in their memory before they send it. */
export const aloneOn = (platform: object): Alone => {
  const { locks } = (platform as Navigating).navigator ?? {};
  return (name, work) => (locks === undefined ? work() : locks.request(name, work));
};
