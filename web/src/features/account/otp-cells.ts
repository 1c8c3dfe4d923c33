import { OTP_LENGTH } from '../../../../shared/model/account.ts';

/** Digits in the cells of a one-time code. An empty cell is an empty string. */
export type OtpCells = readonly string[];

/** Cells after a key press or a paste, and the index of the cell to focus. */
export interface OtpCellsUpdate {
  cells: OtpCells;
  focus: number;
}

export const emptyCells: OtpCells = Array.from({ length: OTP_LENGTH }, () => '');

export const isOtpComplete = (cells: OtpCells): boolean => cells.every((cell) => cell !== '');

const clampIndex = (index: number): number => Math.min(Math.max(index, 0), OTP_LENGTH - 1);

/** Enters the digits of `text` from `index` on. Ignores digits beyond the last cell. */
export function enterDigits(cells: OtpCells, index: number, text: string): OtpCellsUpdate {
  const digits = [...text.replaceAll(/\D/g, '')].slice(0, OTP_LENGTH - index);
  return {
    cells: cells.map((cell, at) => digits[at - index] ?? cell),
    focus: clampIndex(index + digits.length),
  };
}

export const clearCell = (cells: OtpCells, index: number): OtpCellsUpdate => ({
  cells: cells.with(index, ''),
  focus: index,
});

/** Handles a key press. Returns undefined if the browser should handle the key instead. */
export function handleOtpKey(
  cells: OtpCells,
  index: number,
  key: string,
): OtpCellsUpdate | undefined {
  switch (key) {
    case ' ':
      return { cells, focus: index };
    case 'Backspace':
      return { ...clearCell(cells, index), focus: clampIndex(index - 1) };
    case 'Delete':
      return clearCell(cells, index);
    case 'ArrowLeft':
      return { cells, focus: clampIndex(index - 1) };
    case 'ArrowRight':
      return { cells, focus: clampIndex(index + 1) };
    default:
      return undefined;
  }
}
