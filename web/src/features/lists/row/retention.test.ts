import { expect, test } from 'vitest';
import { isDeleted } from './retention.ts';

const end = '2027-11-21T09:00:00.000Z';

test.each([
  [null, 0, false],
  [end, -1, false],
  [end, 0, true],
])('with the end %s, the result is deleted %i ms after it: %s', (expires_at, after, deleted) => {
  expect(isDeleted({ expires_at }, Date.parse(end) + after)).toBe(deleted);
});
