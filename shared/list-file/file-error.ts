import type { ListReason } from '../model/list-status.ts';

/** What can be wrong with a file as a whole. */
export type FileFault = Extract<
  ListReason,
  | 'not_text'
  | 'spreadsheet_file'
  | 'other_format'
  | 'empty_file'
  | 'no_address'
  | 'wrong_column'
  | 'addresses_lost'
  | 'line_too_long'
  | 'too_many_addresses'
  | 'too_many_rows'
  | 'file_too_large'
>;

/** A file that cannot become a list, with the reason its owner is told. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly fault: FileFault;
  /** The column that holds the addresses, from 1, on `wrong_column`. */
  readonly column: number | undefined;

  constructor(fault: FileFault, column?: number) {
    super(fault);
    this.fault = fault;
    this.column = column;
  }
}
