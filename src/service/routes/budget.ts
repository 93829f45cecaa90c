/** What was spent and what is left. An analyst sees the whole and the own share; the custodian sees everybody's. */
import { counts } from '../../amounts/index.ts';
import { type BudgetReport, leftFor } from '../../ledger/index.ts';
import { refuse } from '../../vocabulary/index.ts';
import { callerOf } from '../caller.ts';
import { budgetReport, caller, verification } from '../contract/budget.ts';
import type { Token } from '../tokens/token.ts';
import { forAnalysts, type RouteParts, sends, type TypedServer } from './route.ts';

export function addBudget(server: TypedServer, { data }: RouteParts): void {
  const { ledger } = data.deployment;
  server.get(
    '/v1/budget',
    {
      config: forAnalysts,
      schema: { operationId: 'budget', summary: 'What was spent, and what is left', response: sends(budgetReport) },
    },
    async request => asSeenBy(callerOf(request), await ledger.budget()),
  );
  server.get(
    '/v1/me',
    {
      config: forAnalysts,
      schema: { operationId: 'me', summary: 'Who you are, and what is left to you', response: sends(caller) },
    },
    async request => {
      const { analyst, role, expires } = callerOf(request);
      const { budget } = await ledger.budget();
      const left = leftFor(await ledger.current(), { analyst, tables: [] });
      return { analyst, role, expires, budget, remaining: counts.number(left, 'down') };
    },
  );
  server.post(
    '/v1/budget/verify',
    {
      schema: {
        operationId: 'verifyBudget',
        summary: 'Recompute the hash chain of the ledger',
        response: sends(verification),
      },
    },
    async () => {
      const verified = await ledger.verify();
      return verified.verified ? verified : refuse('ledger_damaged', verified.problem);
    },
  );
}

const asSeenBy = ({ role, analyst }: Token, report: BudgetReport): BudgetReport =>
  role === 'custodian' ? report : { ...report, byAnalyst: report.byAnalyst.filter(share => share.analyst === analyst) };
