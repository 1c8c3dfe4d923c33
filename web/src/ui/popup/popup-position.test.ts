import { expect, test } from 'vitest';
import { popupPosition } from './popup-position.ts';

const page = { width: 400, height: 300 };
const tooltip = { width: 100, height: 20 };
const control = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

test.each([
  ['above, centered', control(180, 100), 'top', { left: 150, top: 74 }],
  ['below if there is no room above', control(180, 10), 'top', { left: 150, top: 56 }],
  ['inside the left edge', control(0, 100), 'top', { left: 8, top: 74 }],
  ['inside the right edge', control(360, 100), 'top', { left: 292, top: 74 }],
  ['below, with the same left edge', control(100, 100), 'bottom', { left: 100, top: 146 }],
  ['below, with the same right edge', control(300, 100), 'bottom', { left: 240, top: 146 }],
  ['above if there is no room below', control(100, 250), 'bottom', { left: 100, top: 224 }],
  ['to the right, centered', control(10, 100), 'right', { left: 56, top: 110 }],
] as const)('%s', (_, box, side, position) => {
  expect(popupPosition(box, tooltip, page, side)).toEqual(position);
});
