import type { FILE_FAULTS } from '../model/list-status.ts';

export type FileFault = (typeof FILE_FAULTS)[number];

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
