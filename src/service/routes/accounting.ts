/** The accountant: it knows no data, so whoever has a token may use it. */

import { z } from 'zod';
import {
  type InversePriceRequest,
  type PriceRequest,
  sampleOperators,
  specificationSchema,
} from '../../accounting/index.ts';
import { callerOf } from '../caller.ts';
import { accounted, priced } from '../contract/accounting.ts';
import { forAnalysts, type RouteParts, sends, type TypedServer } from './route.ts';

export function addAccounting(server: TypedServer, { computing: { compute } }: RouteParts): void {
  server.post(
    '/v1/account',
    {
      config: forAnalysts,
      // the accountant reads it itself, and refuses it in the same words and codes as the command line
      validatorCompiler: () => body => ({ value: body }),
      schema: {
        operationId: 'account',
        summary: 'The privacy cost of a workload',
        body: specificationSchema,
        response: sends(accounted),
      },
    },
    async request => compute(callerOf(request), 'account', request.body),
  );
  server.post(
    '/v1/price',
    {
      config: forAnalysts,
      schema: {
        operationId: 'price',
        summary: 'The price of an operator',
        body: operatorBody,
        response: sends(priced),
      },
    },
    async request => {
      const { body } = request;
      const caller = callerOf(request);
      return body.inverse ? compute(caller, 'inversePrice', body) : compute(caller, 'price', body);
    },
  );
}

const size = z.int().min(1);
const rate = z.number().describe('From 0 to 1');
const of = size.describe('The public number of units; neighbours are then replace-one');
const cost = z.strictObject({ epsilon: z.number(), replace: z.number() }).describe('What is spent inside');
const relation = z.enum(['add-remove', 'replace-one']).optional();

/** Their prices take the square of so many steps. */
const PARTS_MOST = 1000;
const twoCosts = z.tuple([cost, cost]).readonly();

/** Everything that a sample may take, as a body says it. */
const ARGUMENTS = {
  rate,
  rates: z.array(rate).max(PARTS_MOST),
  size,
  of: size,
  atLeast: size,
  members: size.describe('The largest number of units in one cluster'),
  limit: z.enum(['promised', 'enforced']),
  moves: z.boolean().describe('Whether a replaced unit may be in another cluster'),
};

/** What is to be said of those that may be left out. */
const OPTIONAL = { ...ARGUMENTS, of };

const forward = { cost, relation, inverse: z.literal(false).optional() };
const split = { relation, inverse: z.literal(false).optional() };
const inverse = {
  inverse: z.literal(true),
  epsilon: z.number().describe('The epsilon to charge'),
  replaceRatio: z.number().optional().describe('From 1 to 2'),
  relation,
};

/** All of them, each with what else a body says. */
const samplesWith = <More extends z.core.$ZodLooseShape>(more: More) => {
  const [first, ...others] = Object.entries(sampleOperators).map(([operator, { takes }]) => {
    const named = Object.entries<'needed' | 'optional'>(takes) as [keyof typeof ARGUMENTS, 'needed' | 'optional'][];
    const shape = named.map(([name, how]) => [name, how === 'needed' ? ARGUMENTS[name] : z.optional(OPTIONAL[name])]);
    return z.strictObject({ operator: z.literal(operator), ...Object.fromEntries(shape), ...more });
  });
  return [first, ...others] as const;
};

const priceBody = z.discriminatedUnion('operator', [
  ...samplesWith(forward),
  z.strictObject({
    operator: z.literal('split'),
    parts: z.array(z.strictObject({ rate, cost })).max(PARTS_MOST),
    ...split,
  }),
  z.strictObject({
    operator: z.literal('partition'),
    costs: z.array(cost).max(PARTS_MOST),
    rowsPerUnit: size.optional(),
    ...split,
  }),
  z.strictObject({ operator: z.literal('fixed-size-split'), size, of: of.optional(), costs: twoCosts, ...split }),
  z.strictObject({ operator: z.literal('fraction-split'), rate, costs: twoCosts, ...split }),
  z.strictObject({ operator: z.literal('take-skip-split'), size, costs: twoCosts, ...split }),
]);

const allowanceBody = z.discriminatedUnion('operator', samplesWith(inverse));

/** The body of `POST /v1/price`: each operator with its parameters and what is spent, or with what may be charged. */
const operatorBody = z
  .discriminatedUnion('inverse', [priceBody, allowanceBody])
  .describe(
    'An operator with its parameters and costs; inverse: what a given charge allows inside',
  ) as unknown as z.ZodType<
  (PriceRequest & { readonly inverse?: false }) | (InversePriceRequest & { readonly inverse: true })
>;
