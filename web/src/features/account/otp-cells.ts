import { OTP_LENGTH } from '../../../../shared/model/account.ts';

/** The boxes of a one-time code; a hole is an empty string. */
export type Cells = readonly string[];

/** The boxes and the one to focus after a key or a paste. */
export interface Move {
  cells: Cells;
  focus: number;
}

export const emptyCells: Cells = Array.from({ length: OTP_LENGTH }, () => '');

export const isComplete = (cells: Cells): boolean => cells.every((cell) => cell !== '');

const within = (index: number): number => Math.min(Math.max(index, 0), OTP_LENGTH - 1);

/** Puts the digits of a text into the boxes from `index` on; what is left over is dropped. */
export function enter(cells: Cells, index: number, text: string): Move {
  const digits = [...text.replaceAll(/\D/g, '')].slice(0, OTP_LENGTH - index);
  return {
    cells: cells.map((cell, at) => digits[at - index] ?? cell),
    focus: within(index + digits.length),
  };
}

/** Empties a box in place. */
export const clear = (cells: Cells, index: number): Move => ({
  cells: cells.with(index, ''),
  focus: index,
});

/** What a key does to the boxes; undefined when the browser shall handle it. */
export function press(cells: Cells, index: number, key: string): Move | undefined {
  switch (key) {
    case ' ':
      return { cells, focus: index };
    case 'Backspace':
      return { ...clear(cells, index), focus: within(index - 1) };
    case 'Delete':
      return clear(cells, index);
    case 'ArrowLeft':
      return { cells, focus: within(index - 1) };
    case 'ArrowRight':
      return { cells, focus: within(index + 1) };
    default:
      return undefined;
  }
}
