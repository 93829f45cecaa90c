/** Files and folders that are in the making bear the number of their process: what a killed one left can be told apart. */

/** The process is no more, on this machine. Numbers are used again: in doubt it is still there. */
export function isGone(maker: string): boolean {
  try {
    // asks whether it is there, and does nothing to it
    process.kill(Number(maker), 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
