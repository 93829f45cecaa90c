/** The names that the service gives to values, in words. A name that somebody chose is left as it is. */

const WHOLE: Readonly<Record<string, string>> = { units: 'number of people', count: 'number of rows' };

const STATISTICS: Readonly<Record<string, string>> = {
  count: 'number of values',
  sum: 'sum',
  mean: 'average',
  median: 'median',
  min: 'minimum',
  max: 'maximum',
  variance: 'variance',
  standard_deviation: 'standard deviation',
};

export function valueWords(name: string): string {
  const [, rankedColumn, rank] = /^quantile_(.+)_(0?\.?\d+)$/.exec(name) ?? [];
  if (rank !== undefined) return `${Number((100 * Number(rank)).toPrecision(6))}th percentile of ${rankedColumn}`;
  const [, statistic, column] = /^(count|sum|mean|median|min|max|variance|standard_deviation)_(.+)$/.exec(name) ?? [];
  if (statistic !== undefined) return `${STATISTICS[statistic]} of ${column}`;
  return WHOLE[name] ?? name;
}
