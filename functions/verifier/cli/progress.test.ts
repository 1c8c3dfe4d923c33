import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from './progress.ts';

let shown = '';
const start = () => showProgress({ write: (text: string) => (shown = text) !== '' }, Date.now);

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('progress tells how many, how fast, and that it waits', () => {
  const progress = start();
  vi.advanceTimersByTime(500);
  expect(shown).toBe('\r0 verified\u001B[K');
  vi.advanceTimersByTime(500);
  for (let i = 0; i < 10; i += 1) progress.count();
  vi.advanceTimersByTime(1000);
  expect(shown).toBe('\r10 verified, 10 a second\u001B[K');
  vi.advanceTimersByTime(60_000);
  expect(shown).toBe('\r10 verified, 10 a second; waiting for 61 s\u001B[K');
  progress.count();
  vi.advanceTimersByTime(250);
  expect(shown).toBe('\r11 verified, 0.2 a second\u001B[K');
  progress.end();
  expect(shown).toBe('\n');
  expect(vi.getTimerCount()).toBe(0);
});

test('of how many, where that is known, and how fast since they were read', () => {
  const progress = start();
  vi.advanceTimersByTime(4000);
  progress.read(16_384);
  progress.read(3616);
  vi.advanceTimersByTime(2000);
  for (let i = 0; i < 100; i += 1) progress.count();
  vi.advanceTimersByTime(250);
  expect(shown).toBe('\r100 of 20000 verified, 50 a second\u001B[K');
  progress.end();
});
