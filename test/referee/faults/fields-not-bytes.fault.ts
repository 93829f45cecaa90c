/** A certificate may say the same in other bytes. */
import type { Fault } from './fault.ts';

export const fault: Fault = {
  name: 'fields-not-bytes',
  referee: 'release',
  edits: [
    {
      file: 'src/release/certificate-check.ts',
      find: 'if (!bytes.equals(Buffer.from(certificateText(certificate))))',
      replace: 'if (bytes.length === 0)',
    },
  ],
};
