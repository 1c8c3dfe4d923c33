import {
  MAX_ADDRESSES,
  MAX_LINE_LENGTH,
  MAX_ROWS,
  MAX_UPLOAD_BYTES,
  UPLOAD_EXTENSIONS,
} from '../../../../../../shared/model/upload-limits.ts';
import type { Texts } from '../../../../i18n/texts.ts';

type Rejection = Exclude<keyof Texts['lists']['upload']['rejected'], 'many'>;

/** Limits mentioned in messages about a fault. */
export const FAULT_LIMITS = {
  addresses: MAX_ADDRESSES,
  characters: MAX_LINE_LENGTH,
  rows: MAX_ROWS,
};

export const ACCEPTED_LIST_EXTENSIONS = [...UPLOAD_EXTENSIONS, '.xlsx', '.xlsm'];
/** Spreadsheet formats whose program can save the file as .xlsx. */
const OTHER_SPREADSHEET = /\.(?:xls|xlsb|ods|numbers)$/i;

/** Returns why a file is rejected. Checks the type first, because a wrong type cannot be fixed. */
export function rejectionOf({ name, size }: Pick<File, 'name' | 'size'>): Rejection | undefined {
  if (OTHER_SPREADSHEET.test(name)) return 'spreadsheet';
  if (!ACCEPTED_LIST_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension)))
    return 'type';
  if (size > MAX_UPLOAD_BYTES) return 'large';
  return size === 0 ? 'small' : undefined;
}
