/** Whether a database still has the schema that it was opened with. */
import type { Catalogue } from '../sql/index.ts';
import { refuse } from '../vocabulary/index.ts';

/** Questions were checked against the schema as it was opened: on another one they would fail after they are paid for. */
export function checkSameSchema(opened: Catalogue, now: Catalogue): void {
  for (const [name, { columns }] of opened)
    for (const [column, family] of columns)
      if (now.get(name)?.columns.get(column) !== family)
        refuse(
          'source_mismatch',
          `The type of column ${column} of table ${name} changed after the data were opened. Open them again.`,
        );
}
