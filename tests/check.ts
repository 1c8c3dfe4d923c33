import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * `npm run check`: what a small change needs. The static checks run one after the other beside the
 * tests that the change reaches; each takes about one core.
 */

/** Runs one of package.json's scripts, and tells whether it passed. */
async function passes(name: string, ...args: readonly string[]): Promise<boolean> {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('Run it by npm: npm run check.');
  const child = spawn(process.execPath, [npm, 'run', '--silent', name, ...args], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) console.log(`failed: npm run ${name}`);
  return code === 0;
}

async function staticChecks(): Promise<boolean> {
  let passed = true;
  for (const name of ['lint', 'unused', 'types']) passed = (await passes(name)) && passed;
  return passed;
}

const results = await Promise.all([
  staticChecks(),
  passes('unit', '--', '--changed=main', '--passWithNoTests'),
]);
process.exitCode = results.every(Boolean) ? 0 : 1;
