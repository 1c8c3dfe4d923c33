import { afterAll, afterEach, vi } from 'vitest';
import { missingGrants } from './invoke.ts';
import { endWatch, newLeaks } from './log-watch.ts';

/**
 * After each test: what it logged holds no address, token, key, code or password, and functions did
 * what their grants say.
 */
afterEach(() => {
  const [missing] = missingGrants();
  if (missing) throw missing;
  const leaks = newLeaks();
  if (leaks.length > 0) throw new Error(`the log of this test leaks:\n${leaks.join('\n')}`);
});

/** After each file: the next one in this thread finds clock, globals and functions as they were. */
afterAll(() => {
  endWatch();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
