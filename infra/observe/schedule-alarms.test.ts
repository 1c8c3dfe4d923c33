import { expect, test } from 'vitest';
import { getMissedRunWindow } from './schedule-alarms.ts';

test('rejects a rate that no alarm can monitor', () => {
  expect(getMissedRunWindow(3 * 24 * 60).periods).toBeLessThanOrEqual(7 * 24);
  expect(() => getMissedRunWindow(4 * 24 * 60)).toThrow('No alarm can monitor');
});
