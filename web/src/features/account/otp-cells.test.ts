import { describe, expect, test } from 'vitest';
import {
  emptyCells,
  enterDigits,
  isOtpComplete,
  handleOtpKey,
  type OtpCells,
} from './otp-cells.ts';

/** Parses cells from a string, in which `_` is an empty cell. */
const parseCells = (text: string): OtpCells => [...text].map((cell) => (cell === '_' ? '' : cell));
const formatCells = (cells: OtpCells): string => cells.map((cell) => cell || '_').join('');

describe('entering digits from the focused cell', () => {
  test.each([
    ['____', 0, '7', '7___', 1],
    ['123_', 3, '4', '1234', 3],
    ['____', 0, '123456', '1234', 3],
    ['9___', 1, '123456', '9123', 3],
    ['1234', 2, '98', '1298', 3],
    ['____', 0, '1 2-3a4', '1234', 3],
    ['1___', 1, 'x', '1___', 1],
    ['12__', 2, '', '12__', 2],
  ])('%s at %i, %j → %s, focus %i', (before, at, text, after, focus) => {
    const move = enterDigits(parseCells(before), at, text);
    expect([formatCells(move.cells), move.focus]).toEqual([after, focus]);
  });
});

describe('keys', () => {
  test.each([
    ['1234', 3, 'Backspace', '123_', 2],
    ['1234', 1, 'Backspace', '1_34', 0],
    ['1234', 0, 'Backspace', '_234', 0],
    ['1234', 1, 'Delete', '1_34', 1],
    ['1_34', 1, ' ', '1_34', 1],
    ['1234', 0, 'ArrowLeft', '1234', 0],
    ['____', 1, 'ArrowLeft', '____', 0],
    ['____', 1, 'ArrowRight', '____', 2],
    ['1234', 3, 'ArrowRight', '1234', 3],
  ])('%s at %i, %s → %s, focus %i', (before, at, key, after, focus) => {
    const move = handleOtpKey(parseCells(before), at, key);
    expect(move && [formatCells(move.cells), move.focus]).toEqual([after, focus]);
  });

  test('leaves other keys to the browser', () => {
    expect(handleOtpKey(parseCells('1234'), 0, 'Tab')).toBeUndefined();
    expect(handleOtpKey(parseCells('1234'), 0, '5')).toBeUndefined();
  });
});

test('a code without empty cells is complete', () => {
  expect([parseCells('1234'), parseCells('1_34'), emptyCells].map(isOtpComplete)).toEqual([
    true,
    false,
    false,
  ]);
});
