import type { ListReason } from '../model/list-status.ts';

/** Faults of a file as a whole. */
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

/** A file that cannot become a list, with the reason that its owner sees. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly fault: FileFault;
  /** With `wrong_column`: the column with the addresses, counted from 1. */
  readonly column: number | undefined;

  constructor(fault: FileFault, column?: number) {
    super(fault);
    this.fault = fault;
    this.column = column;
  }
}
