import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { initEnglishTexts } from '../../testing/i18n.ts';
import { emptyCells, type OtpCells } from './otp-cells.ts';
import { OtpInput } from './otp-input.tsx';

function Code() {
  const [cells, setCells] = useState<OtpCells>(emptyCells);
  return <OtpInput legend="Code" cells={cells} onChange={setCells} />;
}

const boxes = () => screen.getAllByRole<HTMLInputElement>('textbox');
const shownDigits = () =>
  boxes()
    .map(({ value }) => value || '_')
    .join('');
const focusedIndex = () => boxes().findIndex((box) => box === document.activeElement);

/**
 * Runs actions that start in the first cell; returns the cells and the index of the focused cell.
 */
async function runFromFirstBox(act: (user: ReturnType<typeof userEvent.setup>) => Promise<void>) {
  const user = userEvent.setup();
  render(<Code />);
  await user.click(boxes()[0] ?? document.body);
  await act(user);
  return `${shownDigits()} ${focusedIndex()}`;
}

beforeAll(initEnglishTexts);
afterEach(cleanup);

test('labels each cell, and autofills the code in the first one', async () => {
  await runFromFirstBox(async () => {});
  expect(boxes().map((box) => box.getAttribute('aria-label'))).toEqual([
    'Digit 1 of 4',
    'Digit 2 of 4',
    'Digit 3 of 4',
    'Digit 4 of 4',
  ]);
  expect(boxes()[0]?.autocomplete).toBe('one-time-code');
  expect(boxes().every((box) => box.inputMode === 'numeric' && box.maxLength === -1)).toBe(true);
});

test('fills the cells one after another with typed digits only', async () => {
  expect(await runFromFirstBox((user) => user.keyboard('1a 2-3'))).toBe('123_ 3');
});

test('replaces the digit of a filled cell', async () => {
  expect(await runFromFirstBox((user) => user.keyboard('1234{ArrowLeft}{ArrowLeft}9'))).toBe(
    '1934 2',
  );
});

test('pastes from the focused cell on, and drops digits that do not fit', async () => {
  expect(await runFromFirstBox((user) => user.paste('123456'))).toBe('1234 3');
  cleanup();
  const second = runFromFirstBox(async (user) => {
    await user.keyboard('9');
    await user.paste('123456');
  });
  expect(await second).toBe('9123 3');
});

test('clears and moves back with Backspace, and clears in place with Delete', async () => {
  expect(await runFromFirstBox((user) => user.keyboard('1234{Backspace}'))).toBe('123_ 2');
  cleanup();
  expect(await runFromFirstBox((user) => user.keyboard('1234{ArrowLeft}{ArrowLeft}{Delete}'))).toBe(
    '1_34 1',
  );
});
