import { describe, expect, test } from 'vitest';
import {
  layoutHeight,
  MAX_LAYOUT_HEIGHT_PX,
  positionAfterScroll,
  positionAt,
  TOP_POSITION,
} from './virtual-scroll.ts';

const short = { content: 4400, view: 600 };
const tall = { content: 44_000_000, view: 600 };
const maxScrollTop = MAX_LAYOUT_HEIGHT_PX - tall.view;
const maxOffset = tall.content - tall.view;

test('scrolls content normally if browsers can lay it out', () => {
  expect(layoutHeight(short.content)).toBe(4400);
  expect(positionAfterScroll(TOP_POSITION, 120, short)).toEqual({ at: 120, offset: 120 });
  expect(positionAfterScroll(TOP_POSITION, 99_999, short)).toEqual({ at: 3800, offset: 3800 });
  expect(positionAt(1234, short)).toEqual({ at: 1234, offset: 1234 });
  expect(positionAt(1234, { content: 100, view: 600 })).toEqual(TOP_POSITION);
});

describe('a million rows', () => {
  test('are laid out as high as every browser allows', () => {
    expect(layoutHeight(tall.content)).toBe(MAX_LAYOUT_HEIGHT_PX);
  });

  test('move exactly as far as the wheel', () => {
    const middle = positionAt(20_000_000, tall);
    expect(positionAfterScroll(middle, middle.at + 120, tall).offset).toBe(20_000_120);
    expect(positionAfterScroll(middle, middle.at - 600, tall).offset).toBe(20_000_000 - 600);
  });

  test('move to the same fraction as the scroll bar', () => {
    expect(positionAfterScroll(TOP_POSITION, maxScrollTop / 2, tall).offset).toBeCloseTo(
      maxOffset / 2,
    );
    expect(positionAfterScroll(TOP_POSITION, maxScrollTop, tall)).toEqual({
      at: maxScrollTop,
      offset: maxOffset,
    });
    expect(positionAfterScroll(positionAt(maxOffset, tall), 0, tall)).toEqual(TOP_POSITION);
  });

  test.each([
    ['down', 1, maxScrollTop, maxOffset],
    ['up', -1, 0, 0],
  ])(
    'reach the end together with the scroll bar when the wheel goes %s',
    (_, direction, endAt, end) => {
      let place = positionAt(direction > 0 ? maxOffset - 90_000 : 90_000, tall);
      const offsets = [place.offset];
      while (place.at !== endAt) {
        place = positionAfterScroll(place, place.at + direction * 120, tall);
        offsets.push(place.offset);
      }
      expect(place.offset).toBeCloseTo(end);
      expect(offsets).toEqual(offsets.toSorted((one, other) => direction * (one - other)));
      // No step moves by more than one view.
      const steps = offsets.slice(1).map((offset, at) => Math.abs(offset - (offsets[at] ?? 0)));
      expect(Math.max(...steps)).toBeLessThan(tall.view);
    },
  );

  test('return to the top after any number of movements down and up', () => {
    let place = TOP_POSITION;
    for (let round = 0; round < 40; round += 1) {
      for (let n = 0; n < 30; n += 1) place = positionAfterScroll(place, place.at + 300, tall);
      for (let n = 0; n < 20; n += 1) place = positionAfterScroll(place, place.at - 300, tall);
    }
    expect(place.offset).toBeGreaterThanOrEqual(place.at);
    while (place.at > 0) place = positionAfterScroll(place, place.at - 300, tall);
    expect(place.offset).toBeCloseTo(0);
  });
});
