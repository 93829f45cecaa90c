/** A refusal as a problem: RFC 9457, with the code that every entry point uses. */
import { z } from 'zod';

export const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('The rule, then the way out'),
    code: z.string(),
    instance: z.string().describe('The id of the request, as in the log'),
  })
  .describe('A refusal: nothing was done, and nothing was charged unless the message says so');

export type ProblemJson = z.infer<typeof problem>;
