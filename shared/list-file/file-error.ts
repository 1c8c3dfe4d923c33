import type { FILE_FAULTS } from '../model/list-status.ts';

export type FileFault = (typeof FILE_FAULTS)[number];

/** How to upload a file again so that it can be read. */
export interface FileSuggestion {
  readonly column?: number | undefined;
  readonly separator?: string | undefined;
}

/** Thrown for a file that cannot become a list, with the reason to show to its owner. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly fault: FileFault;
  /** The column that contains addresses, counted from 1; only with `wrong_column`. */
  readonly column: number | undefined;
  /** The likely separator; only with `wrong_separator`. */
  readonly separator: string | undefined;

  constructor(fault: FileFault, { column, separator }: FileSuggestion = {}) {
    super(fault);
    this.fault = fault;
    this.column = column;
    this.separator = separator;
  }
}
