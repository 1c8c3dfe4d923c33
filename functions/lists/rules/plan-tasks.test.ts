import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressIndex, createAddressIndex } from '../../../shared/list-file/address-index.ts';
import { serializeAddresses, planTasks } from './plan-tasks.ts';
import { parseAddressLines } from './work-lines.ts';

const indexOf = (addresses: readonly string[], limit?: number): AddressIndex => {
  const index = createAddressIndex(limit);
  for (const address of addresses) index.add(address);
  return index;
};

const serialize = (index: AddressIndex) => Buffer.concat([...serializeAddresses(index)]);

describe('createAddressIndex', () => {
  it('numbers distinct addresses in file order and keeps the first spelling', () => {
    const index = createAddressIndex();
    const ordinals = ['A@x.fr', 'b@y.fr', 'a@X.fr', 'bad', 'c@x.fr', 'BAD', 'b@y.fr'].map((each) =>
      index.add(each),
    );
    expect(ordinals).toEqual([0, 1, 0, 2, 3, 2, 1]);
    expect([index.size, index.badSyntax]).toEqual([4, 1]);
    expect(serialize(index).toString()).toBe('0\tA@x.fr\n3\tc@x.fr\n1\tb@y.fr\n');
  });

  it('rejects one distinct address too many, but not a duplicate', () => {
    const index = indexOf(['a@x.fr', 'b@x.fr', 'c@x.fr'], 3);
    expect(index.add('A@x.fr')).toBe(0);
    expect(() => index.add('d@x.fr')).toThrow('too_many_addresses');
  });
});

describe('planTasks', () => {
  const plan = (addresses: readonly string[], size: number) => {
    const index = indexOf(addresses);
    const bytes = serialize(index);
    return planTasks(index, size).map(([start, end]) =>
      parseAddressLines(bytes.subarray(start, end).toString()).map(({ address }) => address),
    );
  };

  it('does not split a domain if the task before it is at least half full', () => {
    expect(plan(['a@1.fr', 'b@1.fr', 'a@2.fr', 'b@2.fr', 'c@2.fr', 'a@3.fr'], 4)).toEqual([
      ['a@1.fr', 'b@1.fr'],
      ['a@2.fr', 'b@2.fr', 'c@2.fr', 'a@3.fr'],
    ]);
    expect(plan(['a@1.fr', 'a@2.fr', 'b@2.fr', 'c@2.fr', 'd@2.fr', 'e@2.fr'], 4)).toEqual([
      ['a@1.fr', 'a@2.fr', 'b@2.fr', 'c@2.fr'],
      ['d@2.fr', 'e@2.fr'],
    ]);
  });

  it('covers each address once, in tasks of limited size, deterministically', () => {
    const address = fc
      .tuple(fc.nat(200), fc.nat(6), fc.boolean())
      .map(([local, domain, good]) => (good ? `u${local}@d${domain}.fr` : `bad${local}`));
    fc.assert(
      fc.property(
        fc.array(address, { maxLength: 200 }),
        fc.integer({ min: 1, max: 20 }),
        (all, size) => {
          const tasks = plan(all, size);
          const good = new Set(all.filter((each) => each.includes('@')));
          expect(tasks.flat().toSorted()).toEqual([...good].toSorted());
          expect(Math.max(0, ...tasks.map((task) => task.length))).toBeLessThanOrEqual(size);
          expect(tasks.every((task) => task.length > 0)).toBe(true);
          // At most twice the minimum number of tasks, because tasks are at least half full.
          expect(tasks.length).toBeLessThanOrEqual(Math.ceil((2 * good.size) / size) + 1);
          expect(plan(all, size)).toEqual(tasks);
        },
      ),
      { seed: 500 },
    );
  });
});
