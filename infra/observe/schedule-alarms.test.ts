import { expect, test } from 'vitest';
import { silenceWindow } from './schedule-alarms.ts';

test('rejects a rate that no alarm can monitor', () => {
  expect(silenceWindow(3 * 24 * 60).periods).toBeLessThanOrEqual(7 * 24);
  expect(() => silenceWindow(4 * 24 * 60)).toThrow('No alarm can monitor');
});
