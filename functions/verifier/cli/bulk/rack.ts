import type { Notes } from '../ask-until-settled.ts';
import type { Drawer } from './drawer.ts';
import type { Placed } from './placed.ts';

/** What is asked at present. What waits to be asked again is in a drawer meanwhile. */
export interface Rack extends Notes {
  /** Takes the next address that is asked. Where it stands in the input is its own affair. */
  enter(address: Placed): void;
}

/**
 * @param write puts down what is said of an address, in place of what was
 * @param settled is called for each address of which nothing more will be said
 */
export function createRack(
  drawer: Drawer,
  write: (address: Placed, remark: string) => void,
  settled: () => void,
): Rack {
  /** By their position in what is asked or, when they are asked again, below 0 by their place in the drawer. */
  const open = new Map<number, Placed>();
  let entered = 0;
  let waiting = 0;
  let over = false;

  function settle(asked: number): void {
    if (open.delete(asked)) settled();
  }

  return {
    enter(address) {
      open.set(entered, address);
      entered += 1;
    },
    emailAt(asked) {
      if (over) return '';
      const address = drawer.at(-1 - asked);
      waiting -= 1;
      open.set(asked, address);
      return address.text;
    },
    put(asked, remark, final) {
      const address = open.get(asked);
      if (!address) return asked;
      write(address, remark);
      if (final) {
        settle(asked);
        return asked;
      }
      open.delete(asked);
      waiting += 1;
      return -1 - drawer.add(address);
    },
    settle,
    settleAll() {
      over = true;
      for (const asked of open.keys()) if (asked < 0) settle(asked);
      for (; waiting > 0; waiting -= 1) settled();
    },
  };
}
