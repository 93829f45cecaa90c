/** Plain data that nobody can change any more, all the way down. */
export function frozen<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null) return data;
  Object.values(data).forEach(frozen);
  return Object.freeze(data);
}
