/** When somebody wants a process that serves to stop. */
export const interrupted = (): Promise<void> =>
  new Promise(stop => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop());
  });
