/** The audit of a table that lies somewhere: opened, judged, closed. */
import { type Audit, audit } from './audit.ts';
import { coarsenedColumns } from './coarsening-rules.ts';
import { guarantee } from './guarantee.ts';
import { personColumn, unitIn } from './person.ts';
import { openReleaseData } from './release-data.ts';
import type { ReleaseOrder } from './release-order.ts';

/** Whether a random sample may be published, and at which rate. Contains raw counts: for the custodian only. */
export async function auditRelease({
  data,
  table,
  coarsen,
  hierarchies,
  rate,
  rates,
  unit,
  ...order
}: ReleaseOrder): Promise<Audit> {
  const promised = guarantee(order);
  const columns = await coarsenedColumns(order.columns, coarsen, hierarchies);
  const opened = await openReleaseData(data, table);
  try {
    const named = rate === undefined ? undefined : String(rate);
    const person = personColumn(unit, unitIn(opened.policy?.tables[opened.table]));
    return await audit(opened.engine, { ...opened, columns, promised, unit: person, rate: named, rates });
  } finally {
    await opened.engine.close();
  }
}
