import { describe, test } from 'vitest';

describe('a download with `include`', () => {
  test.todo('has, for every subset, as many rows as the segments of the list count');
  test.todo('contains each address once, unless it includes duplicates');
  test.todo('leaves out invalid addresses, rows without an address, and bounced addresses');
  test.todo('has corrected addresses in their cell, and the original in a column');
  test.todo('leaves out a correction to an address that the list contains or that bounced');
  test.todo('applies `min_score` and `only=lasting` to the risky rows only');
  test.todo('rejects a `type` other than `all`, `duplicates` and `bounced`');
  test.todo('is limited like other selections, also while segments are counted');
  test.todo('works for the sample list');
});
