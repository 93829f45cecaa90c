/** The page beside a certificate is not compared. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'page-not-compared',
  referee: 'release',
  edits: [
    {
      file: 'src/release/verify.ts',
      find: 'if (existsSync(page) &&',
      replace: "if (existsSync(page) && sample === '' &&",
    },
  ],
};
