/** Puts this package's own command where `npx sortition` looks first: npm links the commands of dependencies only. */
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';

const command = 'dist/cli/main.js';
const link = 'node_modules/.bin/sortition';

// Windows cannot run a link to a script; there npx takes its longer way.
if (process.platform !== 'win32' && existsSync(command)) {
  chmodSync(command, 0o755);
  mkdirSync('node_modules/.bin', { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(`../../${command}`, link);
}
