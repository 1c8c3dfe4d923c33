import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  {
    name: 'updates the number of verdicts four times a second on a terminal, and at the end',
    isTTY: true,
    stepMs: 100,
    shown: ['\r2 verified', '\r4 verified', '\r6 verified\n'],
  },
  {
    name: 'writes a line every 30 seconds if it is no terminal',
    isTTY: false,
    stepMs: 12_000,
    shown: ['2 verified\n', '4 verified\n'],
  },
  {
    name: 'writes nothing if it is no terminal and the run takes less than 30 seconds',
    isTTY: false,
    stepMs: 4_900,
    shown: [],
  },
])('$name', ({ isTTY, stepMs, shown }) => {
  const written: string[] = [];
  const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  const progress = createProgress({ isTTY, write });
  for (let i = 0; i < 6; i += 1) {
    vi.advanceTimersByTime(stepMs);
    progress.count();
  }
  progress.end();
  expect(written).toEqual(shown);
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual(shown);
});
