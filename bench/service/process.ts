/** The service in a process of its own: says its address, and stops when it is told to. */
import { startService } from '../../src/service/index.ts';

const service = await startService({
  policy: process.argv[2],
  host: '127.0.0.1',
  port: 0,
  logs: false,
  requestsPerMinute: Number.MAX_SAFE_INTEGER,
});
process.stdout.write(service.address);
process.once('SIGTERM', () => void service.stop());
