import { describe, expect, test } from 'vitest';
import { createShelf } from './shelf.ts';
import type { Shelf } from './shelf.ts';
import { usedHeap } from '../testing/used-heap.ts';

function enterAll(shelf: Shelf, ...emails: string[]): void {
  for (const email of emails) shelf.enter(email);
}

function takeAll(shelf: Shelf): string[] {
  const taken: string[] = [];
  for (let next = shelf.take(); next; next = shelf.take()) {
    taken.push(`${next.email} ${next.remark}`);
  }
  return taken;
}

describe('the shelf', () => {
  test('gives out in the order of entry what is final, round and round', () => {
    const shelf = createShelf(3, 1000);
    enterAll(shelf, 'a', 'b', 'c');
    shelf.put(2, 'third', true);
    shelf.put(1, 'second', false);
    expect([shelf.ready, takeAll(shelf)]).toEqual([false, []]);
    shelf.put(0, 'first', true);
    expect([shelf.ready, takeAll(shelf)]).toEqual([true, ['a first']]);
    shelf.settle(1);
    expect(takeAll(shelf)).toEqual(['b second', 'c third']);
    enterAll(shelf, 'd', 'e');
    expect(shelf.emailAt(4)).toBe('e');
    shelf.put(4, 'fifth', true);
    shelf.put(3, 'fourth', true);
    expect(takeAll(shelf)).toEqual(['d fourth', 'e fifth']);
  });

  test('what is final stays; what is open is not settled; what is gone is forgotten', () => {
    const shelf = createShelf(2, 1000);
    enterAll(shelf, 'a', 'b');
    shelf.put(0, 'known', false);
    shelf.settleAll();
    shelf.put(0, 'late', true);
    expect(takeAll(shelf)).toEqual(['a known']);
    shelf.enter('c');
    shelf.put(0, 'too late', true);
    shelf.settle(0);
    expect(takeAll(shelf)).toEqual([]);
    shelf.put(1, 'of b', true);
    expect(takeAll(shelf)).toEqual(['b of b']);
  });

  test.each([
    ['addresses', 4, 1000, ''],
    ['characters', 100, 400, 'x'.repeat(99)],
  ])('once full of %s it has room again when half is gone', (_, capacity, characters, remark) => {
    const shelf = createShelf(capacity, characters);
    const rooms: boolean[] = [];
    for (let i = 0; i < 4; i += 1) {
      rooms.push(shelf.hasRoom());
      shelf.enter(`${i}`);
      shelf.put(i, `${remark}${i}`.slice(-99), true);
    }
    for (let i = 0; i < 4; i += 1) {
      rooms.push(shelf.hasRoom());
      shelf.take();
    }
    expect(rooms).toEqual([true, true, true, true, false, false, false, true]);
  });

  test('an address that is repeated comes back as it was', () => {
    const shelf = createShelf(9, 1000);
    const said = ['ab@c.test', 'AB@C.test', '$&@c.test', 'x', ''].map((email, i) => {
      shelf.enter(email);
      shelf.put(i, `<${email}>... <${email}> unknown`, true);
      return `${email} <${email}>... <${email}> unknown`;
    });
    expect(takeAll(shelf)).toEqual(said);
  });

  test('a text said of many takes the room of one', () => {
    const shelf = createShelf(100_001, 100_000 * 20);
    const before = usedHeap();
    for (let i = 0; i < 100_000; i += 1) {
      shelf.enter(`address-${i}`);
      shelf.put(i, `said of address-${i}, ${'x'.repeat(300)}${i % 10}`, true);
    }
    expect(shelf.hasRoom()).toBe(true);
    expect((usedHeap() - before) / 100_000).toBeLessThan(120);
    expect(takeAll(shelf)).toHaveLength(100_000);
  });
});
