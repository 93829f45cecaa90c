/**
 * The example of a lesson that other routes would give only as a long job. It is the same for everybody, so it is made once,
 * when somebody first asks.
 */
import { callerOf } from '../caller.ts';
import { type ErrorsByRate, errorsByRate } from '../contract/learning.ts';
import { forAnalysts, type RouteParts, sends, type TypedServer } from './route.ts';

export function addLearning(server: TypedServer, { computing: { compute } }: RouteParts): void {
  let made: Promise<ErrorsByRate> | undefined;
  server.get(
    '/v1/learn/rates',
    {
      config: forAnalysts,
      schema: {
        operationId: 'learnRates',
        summary: 'An example: the error of a mean and of a median at each sampling rate',
        response: sends(errorsByRate),
      },
    },
    request => {
      made ??= compute(callerOf(request), 'errorsByRate', undefined).catch((thrown: unknown) => {
        // whoever asks next is not refused for what hindered this one
        made = undefined;
        throw thrown;
      });
      return made;
    },
  );
}
