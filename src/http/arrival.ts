/** A request that takes longer to arrive is cut off: slow senders would hold connections for ever. */
export const arrivingWithin = (milliseconds: number) => ({
  requestTimeout: milliseconds,
  // slow senders are looked for this often; headers that may take longer than the whole would not count
  http: {
    connectionsCheckingInterval: Math.ceil(milliseconds / 2),
    headersTimeout: milliseconds,
    requestTimeout: milliseconds,
  },
});
