import { afterEach } from 'vitest';
import { newLeaks } from './log-watch.ts';

/** After each test: what it logged holds no address, token, key, code or password. */
afterEach(() => {
  const leaks = newLeaks();
  if (leaks.length > 0) throw new Error(`the log of this test leaks:\n${leaks.join('\n')}`);
});
