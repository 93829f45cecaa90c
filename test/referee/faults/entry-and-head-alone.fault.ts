/** Of a certificate only entry and head are compared. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'entry-and-head-alone',
  referee: 'release',
  edits: [
    {
      file: 'src/release/certificate-check.ts',
      find: 'if (differing.length > 0)',
      replace: 'if (differing.length > 99)',
    },
    {
      file: 'src/release/certificate-check.ts',
      find: 'if (!bytes.equals(Buffer.from(certificateText(certificate))))',
      replace: 'if (bytes.length === 0)',
    },
  ],
};
