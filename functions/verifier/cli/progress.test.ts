import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from './progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('progress tells how many, how fast, and that it waits for the next in order', () => {
  let shown = '';
  const progress = showProgress({ write: (text: string) => (shown = text) !== '' }, Date.now);
  vi.advanceTimersByTime(500);
  expect(shown).toBe('\r0 verified\u001B[K');
  vi.advanceTimersByTime(500);
  for (let i = 0; i < 10; i += 1) progress.count();
  vi.advanceTimersByTime(1000);
  expect(shown).toBe('\r10 verified, 10 a second\u001B[K');
  vi.advanceTimersByTime(60_000);
  expect(shown).toBe('\r10 verified, 10 a second; for 61 s waiting for the next in order\u001B[K');
  progress.count();
  vi.advanceTimersByTime(250);
  expect(shown).toBe('\r11 verified, 0.2 a second\u001B[K');
  progress.end();
  expect(shown).toBe('\n');
  expect(vi.getTimerCount()).toBe(0);
});
