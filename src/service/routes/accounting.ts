/** The accountant: it knows no data, so whoever has a token may use it. */
import { specificationSchema } from '../../accounting/index.ts';
import { callerOf } from '../caller.ts';
import { accounted, priced } from '../contract/accounting.ts';
import { operatorBody } from './price-body.ts';
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
