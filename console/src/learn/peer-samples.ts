/** One question in four libraries, and what they call the same thing. The guide shows the same. */

export interface PeerSample {
  readonly library: string;
  readonly about: string;
  readonly code: string;
}

/** The question in SQL, as it is asked here. */
export const OUR_SQL = 'SELECT ward, avg(cost) FROM visits GROUP BY ward';

export const PEER_SAMPLES: readonly PeerSample[] = [
  {
    library: 'OpenDP',
    about: 'with its Context API',
    code: `context = dp.Context.compositor(
    data=pl.scan_csv("visits.csv"),
    privacy_unit=dp.unit_of(
        contributions=1, identifier=pl.col("patient_id")
    ),
    privacy_loss=dp.loss_of(epsilon=2.0),
    split_evenly_over=4,
    margins=[dp.polars.Margin(by=["ward"], max_length=1_000_000)],
)
cost = pl.col("cost").fill_null(0.0).fill_nan(0.0)
query = (
    context.query()
    .truncate_per_group(3)
    .group_by("ward")
    .agg(cost.dp.mean((0.0, 1000.0)))
    .with_keys(pl.LazyFrame({"ward": ["A", "B", "C"]}))
)
query.release().collect()`,
  },
  {
    library: 'Tumult Analytics',
    about: 'in a session',
    code: `session = Session.from_dataframe(
    PureDPBudget(2),
    "visits",
    visits,
    protected_change=AddRowsWithID("patient_id"),
)
query = (
    QueryBuilder("visits")
    .enforce(MaxRowsPerID(3))
    .groupby(KeySet.from_dict({"ward": ["A", "B", "C"]}))
    .average("cost", low=0, high=1000)
)
session.evaluate(query, PureDPBudget(0.5))`,
  },
  {
    library: 'SmartNoise SQL',
    about: 'with the bounds and max_ids: 3 in visits.yaml',
    code: `reader = snsql.from_df(
    visits,
    privacy=Privacy(epsilon=0.25, delta=1e-6),
    metadata="visits.yaml",
)
sql = "SELECT ward, AVG(cost) FROM hospital.visits GROUP BY ward"
# epsilon is for each noisy column; this adds them up
reader.get_privacy_cost(sql)
reader.execute(sql)`,
  },
];

export const LIBRARIES = ['Sortition', 'OpenDP', 'Tumult', 'SmartNoise'] as const;

/** Each a thing, and its name in each library; code stands between backticks, as in the guide. */
export const PEER_NAMES: readonly (readonly [thing: string, ...names: readonly string[]])[] = [
  ['who is protected', '`unit`', '`unit_of(identifier=)`', '`AddRowsWithID`', '`private_id`'],
  ['at most k rows per person', '`rowsPerUnit`', '`truncate_per_group`', '`MaxRowsPerID`', '`max_ids`'],
  [
    'bounds of a column',
    '`min`, `max` in the policy',
    '`bounds` of the aggregate',
    '`low`, `high` of the aggregate',
    '`lower`, `upper` in the metadata',
  ],
  [
    'groups listed in advance',
    '`values` of a category, ranges of integers and dates',
    '`with_keys`, or a margin with `invariant="keys"`',
    '`KeySet`',
    '`censor_dims: false`: those in the data, taken as public',
  ],
  [
    'groups not listed in advance',
    '`GROUP BY` a text column, with a delta',
    'a delta',
    '`get_groups`, with a delta',
    '`censor_dims: true`, with a delta',
  ],
  [
    'the whole budget',
    '`budget` in the policy; the ledger keeps it',
    'a `Context` in memory',
    'a `Session` in memory',
    'the odometer of a reader, in memory',
  ],
];
