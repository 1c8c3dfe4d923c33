import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildFunctions, bundleFolder } from '../../infra/build.ts';
import { entries } from '../../infra/features/index.ts';
import { percentile, report } from './figure.ts';

const run = promisify(execFile);
const STARTS = 7;

/** Imports the module that it is told, and says how long that took and what memory it left. */
const PROGRAM = `
  const { pathToFileURL } = await import('node:url');
  const started = performance.now();
  await import(pathToFileURL(process.argv[1]).href);
  const ms = performance.now() - started;
  console.log(JSON.stringify({ ms, rss: process.memoryUsage.rss() }));
  process.exit(0);
`;

interface Start {
  ms: number;
  rss: number;
}

/** The median of several starts, each in a process of its own. */
async function start(file: string): Promise<Start> {
  const starts: Start[] = [];
  for (let time = 0; time < STARTS; time += 1) {
    const args = ['--input-type=module', '--eval', PROGRAM, file];
    const { stdout } = await run(process.execPath, args);
    starts.push(JSON.parse(stdout) as Start);
  }
  return {
    ms: percentile(starts.map(({ ms }) => ms)),
    rss: percentile(starts.map(({ rss }) => rss)),
  };
}

/** Bytes, import time and resident memory of every function, beside those of an empty module. */
export async function benchCold(): Promise<void> {
  await buildFunctions();
  const folder = mkdtempSync(join(tmpdir(), 'cold-'));
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, 'export const handler = () => undefined;\n');
  try {
    const floor = await start(empty);
    for (const bundle of Object.keys(entries)) {
      const file = join(bundleFolder(bundle), 'index.mjs');
      const { ms, rss } = await start(file);
      report(`${bundle}: code`, statSync(file).size / 1000, 'KB');
      report(`${bundle}: import`, ms, 'ms', floor.ms);
      report(`${bundle}: resident`, rss / 1024 ** 2, 'MiB', floor.rss / 1024 ** 2);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
