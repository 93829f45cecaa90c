/**
 * Dates and instants as times without a zone. Engines hold dates that are no times of theirs, and throw on them; but
 * whatever is outside the years that people write clamps anyway, so that it may as well be infinite.
 */
import type { ColumnReader } from './dialects/dialect.ts';
import { type Fragment, sql } from './fragment.ts';

export const dayAsMoment: ColumnReader = day =>
  unlessFar(day, [sql`DATE '0001-01-01'`, sql`DATE '9999-12-31'`], sql`CAST(${day} AS timestamp)`);

export const instantAsMoment: ColumnReader = instant =>
  unlessFar(
    instant,
    [sql`TIMESTAMPTZ '0001-01-01 00:00:00+00'`, sql`TIMESTAMPTZ '9999-12-31 23:59:59.999999+00'`],
    sql`(${instant} AT TIME ZONE 'UTC')`,
  );

export const momentAsDay: ColumnReader = moment => sql`CAST(${moment} AS date)`;

/** Compared as what it is, before it becomes something else. */
const unlessFar = (value: Fragment, [first, last]: readonly Fragment[], near: Fragment): Fragment =>
  sql`CASE WHEN ${value} < ${first} THEN TIMESTAMP '-infinity' WHEN ${value} <= ${last} THEN ${near} WHEN ${value} > ${last} THEN TIMESTAMP 'infinity' END`;
