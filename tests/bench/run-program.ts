import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ProcessUsage } from './report-usage.ts';

const REPORT_USAGE = new URL('report-usage.ts', import.meta.url).href;

/**
 * Runs a Node program until it exits.
 * @param args Node options, the program and its arguments
 * @param lines its standard input
 * @returns its standard output and resource usage
 */
export async function runProgram(
  args: readonly string[],
  lines: Iterable<string> = [],
): Promise<ProcessUsage & { output: string }> {
  const child = spawn('node', [`--import=${REPORT_USAGE}`, ...args], {
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
  });
  const [stdin, stdout, , usage] = child.stdio;
  if (!stdin || !stdout || !(usage instanceof Readable))
    throw new Error('the process has no standard streams');
  const ended = once(child, 'close');
  const [, output, used] = await Promise.all([
    pipeline(
      Readable.from(lines).map((line) => `${String(line)}\n`),
      stdin,
    ),
    text(stdout),
    text(usage),
  ]);
  const [code] = await ended;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}`);
  return { output, ...(JSON.parse(used) as ProcessUsage) };
}
