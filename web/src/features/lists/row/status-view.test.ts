import { afterEach, expect, test, vi } from 'vitest';
import { LIST_STATUS } from '../../../../../shared/model/list-status.ts';
import { isExpired, progressOf, statusViewOf } from './status-view.ts';

test.each([
  [1, 'waiting', 'ring', false, undefined],
  [2, 'initialization', 'ring', false, undefined],
  [3, 'wait_on_queue', 'ring', true, undefined],
  [4, 'working', 'ring', true, undefined],
  [5, 'paused', 'pause', false, 'risky'],
  [6, 'canceled', 'warning', false, 'invalid'],
  [7, 'finished', 'tray', false, 'valid'],
] as const)('status %i is %s and shows a %s', (status, name, icon, progress, tone) => {
  expect(statusViewOf(status)).toEqual({ name, icon, progress, tone });
});

test('shows each status under its own name', () => {
  for (const [name, status] of Object.entries(LIST_STATUS))
    expect(statusViewOf(status).name).toBe(name);
});

test('limits progress to the range from 0 to 1', () => {
  expect(progressOf({ processed: 0, total_email: 0 })).toBe(0);
  expect(progressOf({ processed: 420, total_email: 1000 })).toBe(0.42);
  expect(progressOf({ processed: 12, total_email: 10 })).toBe(1);
});

afterEach(() => vi.useRealTimers());

const end = '2027-11-21T09:00:00.000Z';

test.each([
  [null, 0, false],
  [end, -1, false],
  [end, 0, true],
])(
  'with the end %s, %i ms after the expiry, the result is deleted: %s',
  (expires_at, after, deleted) => {
    vi.useFakeTimers({ now: Date.parse(end) + after });
    expect(isExpired({ expires_at })).toBe(deleted);
  },
);
