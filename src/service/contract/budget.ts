/** What the service sends of budgets and of what may be asked. */
import { z } from 'zod';
import { amounts, counted } from './answers.ts';
import { list } from './list.ts';

const share = z.object({
  spent: counted,
  limit: z.object({ epsilon: z.number().nullable(), delta: z.number().nullable() }),
});

const sample = z.object({
  name: z.string(),
  scheme: z.string(),
  rate: z.number().nullable(),
  spent: amounts,
  retired: z.boolean(),
});

export const samples = z.object({ samples: list(sample) });

export const budgetReport = z
  .object({
    budget: counted,
    spent: counted,
    remaining: counted,
    byAnalyst: list(share.extend({ analyst: z.string() })),
    byTable: list(share.extend({ table: z.string() })),
    samples: list(sample),
    entries: z.int(),
    head: z.string(),
  })
  .describe('What was spent, by whom, on what, and what is left');

export const caller = z
  .object({
    analyst: z.string(),
    role: z.enum(['analyst', 'custodian']),
    expires: z.iso.datetime().describe('When the token stops working'),
    budget: counted.describe('The whole budget, with what was granted'),
    remaining: counted.describe('What is left to you: of the budget, and of your own limit if you have one'),
  })
  .describe('Whose token this is, and what they may still spend');

export const verification = z.object({ verified: z.literal(true), entries: z.int(), head: z.string() });

const column = z.object({
  name: z.string(),
  type: z.string(),
  perUnit: z.boolean(),
  values: list(z.string()).optional(),
  min: z.string().optional(),
  max: z.string().optional(),
  step: z.string().optional(),
});

export const tables = z.object({
  tables: list(
    z.object({
      name: z.string(),
      columns: list(column),
      public: z.boolean(),
      key: z.string().optional(),
      unit: z.string().nullable().optional(),
      rowsPerUnit: z.number().optional(),
      rowsPerGroup: z.number().nullable().optional(),
      neighbours: z.string().optional(),
      approximateUnits: z.number().nullable().optional(),
    }),
  ),
});

export type CallerJson = z.infer<typeof caller>;
export type BudgetReportJson = z.infer<typeof budgetReport>;
export type TableList = z.infer<typeof tables>;
export type VerificationJson = z.infer<typeof verification>;
