import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs `call` and returns the files below functions/, relative to the repository, in which a
 * function ran meanwhile. Loading a module does not count.
 */
export async function filesRunBy(call: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    await call();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url, functions }) => url.startsWith('file://') && functions.some(isCall))
      .map(({ url }) => relative(root, fileURLToPath(url)))
      .filter((file) => file.startsWith('functions/'));
  } finally {
    session.disconnect();
  }
}

/** Whether a function ran that is not the body of a module. */
const isCall = ({ ranges: [range] }: Profiler.FunctionCoverage): boolean =>
  range !== undefined && range.count > 0 && range.startOffset > 0;
