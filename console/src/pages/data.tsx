/** What can be asked about: tables, columns and their public bounds, who is protected, and what a check of them found. */
import { useCallback } from 'react';
import type { OpenPageProps } from '../api.ts';
import { PolicyCheck } from '../data/policy-check.tsx';
import { TableCard } from '../data/table-card.tsx';
import { Loading } from '../parts/loading.tsx';

export function DataPage({ api, me }: OpenPageProps) {
  const load = useCallback(() => api.tables(), [api]);
  return (
    <Loading from={load}>
      {({ tables }) => (
        <>
          {tables.map(table => (
            <TableCard key={table.name} table={table} />
          ))}
          {me.role === 'custodian' && <PolicyCheck api={api} />}
        </>
      )}
    </Loading>
  );
}
