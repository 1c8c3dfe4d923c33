import {
  MAX_ADDRESSES,
  MAX_LINE_LENGTH,
  MAX_ROWS,
  MAX_UPLOAD_BYTES,
  UPLOAD_EXTENSIONS,
} from '../../../../../../shared/model/upload-limits.ts';
import type { Texts } from '../../../../i18n/texts.ts';

type Rejection = Exclude<keyof Texts['lists']['upload']['rejected'], 'many'>;

/** What the words about a fault name. */
export const FAULT_LIMITS = {
  addresses: MAX_ADDRESSES,
  characters: MAX_LINE_LENGTH,
  rows: MAX_ROWS,
};

/** What can be chosen: a list, or a workbook that is sent as one. */
export const CHOSEN_EXTENSIONS = [...UPLOAD_EXTENSIONS, '.xlsx', '.xlsm'];
/** Spreadsheets that their program saves as .xlsx. */
const OTHER_SPREADSHEET = /\.(?:xls|xlsb|ods|numbers)$/i;

/** Why a file is not taken: its type first, as another file has to be chosen then. */
export function rejectionOf({ name, size }: Pick<File, 'name' | 'size'>): Rejection | undefined {
  if (OTHER_SPREADSHEET.test(name)) return 'spreadsheet';
  if (!CHOSEN_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))) return 'type';
  if (size > MAX_UPLOAD_BYTES) return 'large';
  return size === 0 ? 'small' : undefined;
}
