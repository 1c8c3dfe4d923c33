import type { FILE_FAULTS } from '../model/list-status.ts';

export type FileFault = (typeof FILE_FAULTS)[number];

/** Thrown for a file that cannot become a list, with the reason to show to its owner. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly fault: FileFault;
  /** The column that contains addresses, counted from 1; only with `wrong_column`. */
  readonly column: number | undefined;

  constructor(fault: FileFault, column?: number) {
    super(fault);
    this.fault = fault;
    this.column = column;
  }
}
