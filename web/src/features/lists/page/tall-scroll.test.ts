import { describe, expect, test } from 'vitest';
import { layoutOf, MAX_LAYOUT, moved, placeAt, TOP } from './tall-scroll.ts';

const low = { content: 4400, view: 600 };
const tall = { content: 44_000_000, view: 600 };
const mostAt = MAX_LAYOUT - tall.view;
const most = tall.content - tall.view;

test('what browsers can lay out scrolls as it is', () => {
  expect(layoutOf(low.content)).toBe(4400);
  expect(moved(TOP, 120, low)).toEqual({ at: 120, offset: 120 });
  expect(moved(TOP, 99_999, low)).toEqual({ at: 3800, offset: 3800 });
  expect(placeAt(1234, low)).toEqual({ at: 1234, offset: 1234 });
  expect(placeAt(1234, { content: 100, view: 600 })).toEqual(TOP);
});

describe('a million rows', () => {
  test('are laid out as high as every browser allows', () => {
    expect(layoutOf(tall.content)).toBe(MAX_LAYOUT);
  });

  test('move as far as the wheel, and no farther', () => {
    const middle = placeAt(20_000_000, tall);
    expect(moved(middle, middle.at + 120, tall).offset).toBe(20_000_120);
    expect(moved(middle, middle.at - 600, tall).offset).toBe(20_000_000 - 600);
  });

  test('follow the scroll bar to the same share', () => {
    expect(moved(TOP, mostAt / 2, tall).offset).toBeCloseTo(most / 2);
    expect(moved(TOP, mostAt, tall)).toEqual({ at: mostAt, offset: most });
    expect(moved(placeAt(most, tall), 0, tall)).toEqual(TOP);
  });

  test.each([
    ['down', 1, mostAt, most],
    ['up', -1, 0, 0],
  ])('end with the scroll bar when the wheel goes %s', (_, direction, endAt, end) => {
    let place = placeAt(direction > 0 ? most - 90_000 : 90_000, tall);
    const offsets = [place.offset];
    while (place.at !== endAt) {
      place = moved(place, place.at + direction * 120, tall);
      offsets.push(place.offset);
    }
    expect(place.offset).toBeCloseTo(end);
    expect(offsets).toEqual(offsets.toSorted((one, other) => direction * (one - other)));
    // No step skips more than one screen.
    const steps = offsets.slice(1).map((offset, at) => Math.abs(offset - (offsets[at] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(tall.view);
  });

  test('down and up again, however often, lead to the top', () => {
    let place = TOP;
    for (let turn = 0; turn < 40; turn += 1) {
      for (let n = 0; n < 30; n += 1) place = moved(place, place.at + 300, tall);
      for (let n = 0; n < 20; n += 1) place = moved(place, place.at - 300, tall);
    }
    expect(place.offset).toBeGreaterThanOrEqual(place.at);
    while (place.at > 0) place = moved(place, place.at - 300, tall);
    expect(place.offset).toBeCloseTo(0);
  });
});
