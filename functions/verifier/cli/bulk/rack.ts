import type { Notes } from '../ask-until-settled.ts';
import type { Placed } from './buckets.ts';

/** What is asked at present, and what waits to be asked again. */
export interface Rack extends Notes {
  /** Takes the next address that is asked. Where it stands in the input is its own affair. */
  enter(address: Placed): void;
}

/** @param give is called with each address and what is said of it, once that is final */
export function createRack(give: (address: Placed, remark: string) => void): Rack {
  const open = new Map<number, Placed>();
  const remarks = new Map<number, string>();
  let entered = 0;

  function finish(asked: number, remark: string): void {
    const address = open.get(asked);
    if (!address) return;
    open.delete(asked);
    remarks.delete(asked);
    give(address, remark);
  }

  function settle(asked: number): void {
    const remark = remarks.get(asked);
    if (remark !== undefined) finish(asked, remark);
  }

  return {
    enter(address) {
      open.set(entered, address);
      entered += 1;
    },
    emailAt: (asked) => open.get(asked)?.text ?? '',
    put(asked, remark, final) {
      if (final) finish(asked, remark);
      else remarks.set(asked, remark);
    },
    settle,
    settleAll() {
      for (const asked of remarks.keys()) settle(asked);
    },
  };
}
