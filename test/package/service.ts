/** The installed service on one version of Node: it starts, hands out the console, and stops when it is told to. */
import { match, strictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Check } from './check.ts';
import type { Runtime } from './nodes.ts';
import type { Project } from './project.ts';
import { commandOf } from './runtime.ts';

export async function serviceChecks(check: Check, project: Project, node: Runtime): Promise<void> {
  await check(`${node.name}: the service starts, shows its console and stops`, async () => {
    const words = [commandOf(project), 'serve', '--policy', 'policy.json', '--port', '0'];
    const service = spawn(node.path, words, { cwd: project.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(service, 'exit');
    let said = '';
    const address = new Promise<string>((found, failed) => {
      for (const stream of [service.stdout, service.stderr])
        stream.on('data', words => {
          said += words;
          const [, listening] = /Listening at (http:\S+)\. /.exec(said) ?? [];
          if (listening !== undefined) found(listening);
        });
      service.on('exit', () => failed(new Error(`ended before it listened\n${said}`)));
    });
    try {
      const page = await fetch(await address);
      strictEqual(page.status, 200);
      match(await page.text(), /<title>.*<script/s);
    } finally {
      service.kill('SIGTERM');
    }
    const [exit] = await ended;
    strictEqual(exit, 0, said);
  });
}
