import { expect, test } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../../../../../shared/model/upload-limits.ts';
import { rejectionOf } from './rejection.ts';

test.each([
  ['a.csv', 1, undefined],
  ['B.TXT', MAX_UPLOAD_BYTES, undefined],
  ['a.xlsx', 1, undefined],
  ['a.XLSM', MAX_UPLOAD_BYTES + 1, 'large'],
  ['a.xls', 1, 'spreadsheet'],
  ['a.ods', 1, 'spreadsheet'],
  ['a.Numbers', 0, 'spreadsheet'],
  ['a.log', 1, 'type'],
  ['csv', 1, 'type'],
  ['a.csv', MAX_UPLOAD_BYTES + 1, 'large'],
  ['a.csv', 0, 'small'],
  ['a.zip', MAX_UPLOAD_BYTES + 1, 'type'],
  ['a folder', 0, 'type'],
] as const)('rejects %s of %d bytes because of: %s', (name, size, expected) => {
  expect(rejectionOf({ name, size })).toBe(expected);
});
