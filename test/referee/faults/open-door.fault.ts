/** Any token is as good as the collector's. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'open-door',
  referee: 'collect',
  edits: [
    {
      file: 'src/collect/aggregator/secrets.ts',
      find: 'guesses.heard(request.ip, text, () => isOf(text, hash) || wrongToken());',
      replace: 'guesses.heard(request.ip, text, () => isOf(text, hash) || true);',
    },
  ],
};
