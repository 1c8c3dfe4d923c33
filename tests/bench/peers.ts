import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchSettings } from './engine.ts';
import type { PeersSettings } from './peers-client.ts';

const SOURCES = 'tests/bench/peers';
const FOLDER = '.tamis/peers';

/** The command that builds each peer in a copy of its sources, and the resulting program. */
const BUILDS = {
  'email-verifier': { command: ['go', 'build', '-o', 'peer', '.'], program: 'peer' },
  'check-if-email-exists': { command: ['cargo', 'build', '--quiet'], program: 'target/debug/peer' },
} as const;

/**
 * Compares the engine with two third-party verifiers on the same addresses of a simulated mail
 * internet. The third-party verifiers use port 25 and the system's resolver, so all of them run in
 * a network namespace that has only loopback. Requires Linux, Go and Rust; builds are kept in
 * `.tamis`.
 */
export async function benchPeers({ seed }: BenchSettings): Promise<void> {
  const programs: Record<string, string> = {};
  for (const [name, { command, program }] of Object.entries(BUILDS)) {
    const cwd = join(FOLDER, name);
    cpSync(join(SOURCES, name), cwd, { recursive: true });
    const [tool, ...args] = command;
    execFileSync(tool, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    programs[name] = join(cwd, program);
  }
  const resolvers = join(FOLDER, 'resolv.conf');
  writeFileSync(resolvers, 'nameserver 127.0.0.1\n');
  const settings: PeersSettings = { seed, programs };
  const inside = [
    'ip link set lo up',
    `mount --bind ${resolvers} /etc/resolv.conf`,
    'exec node tests/bench/peers-client.ts "$0"',
  ].join(' && ');
  const sandbox = 'exec unshare --map-root-user --mount --net sh -c "$0" "$1"';
  const child = spawn('sh', ['-c', sandbox, inside, JSON.stringify(settings)], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the comparison ended with ${String(code)}`);
}
