import { expect, test } from 'vitest';
import { silence } from './schedule-alarms.ts';

test('a rate that no alarm can watch is refused', () => {
  expect(silence(3 * 24 * 60).periods).toBeLessThanOrEqual(7 * 24);
  expect(() => silence(4 * 24 * 60)).toThrow('No alarm can watch');
});
