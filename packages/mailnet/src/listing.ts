import { createShuffle, hash } from './net/hash.ts';
import { KINDS_BY_SLOT } from './kinds/table.ts';
import { generateLocalPart, type Spelling } from './net/users.ts';
import {
  BLOCK_COUNT,
  type Domain,
  domainIndexAt,
  createSimulatedInternet,
} from './net/simulated-internet.ts';

/**
 * The list consists of cycles. A cycle adds one mailbox of every domain that it reaches, in
 * shuffled order; later cycles reach more domains: about 420 at 5,000 addresses, 5,500 at 100,000,
 * all 25,900 from 1,270,000 on. The requested number of addresses does not affect this order.
 */
const FIRST_CYCLES = 12;
const FIRST_BLOCKS = 3;

function blocksOf(cycle: number): number {
  const later = Math.max(0, cycle - FIRST_CYCLES);
  return Math.min(BLOCK_COUNT, FIRST_BLOCKS + later + Math.floor((later * later) / 100));
}

/** Number of earlier slots of the same kind, for each slot of a block. */
const SLOT_ORDINALS = KINDS_BY_SLOT.map(
  (kind, place) => KINDS_BY_SLOT.slice(0, place).filter((k) => k === kind).length,
);

/**
 * Yields the first `count` addresses of a seed's list, in constant memory. They are unique, and the
 * first N are the same for any count. `exotic` mixes in quoted local parts, UTF-8 local parts and
 * U-label domains.
 */
export function* addresses(
  seed: number,
  count: number,
  { exotic = false } = {},
): Generator<string, void, undefined> {
  const world = createSimulatedInternet(seed);
  const firstCycle: number[] = [];
  let remaining = count;
  let blocksBefore = 0;
  for (let cycle = 0; remaining > 0; cycle++) {
    const blocks = blocksOf(cycle);
    while (firstCycle.length < blocks) firstCycle.push(cycle);
    const size = blocks * KINDS_BY_SLOT.length;
    const order = createShuffle(size, hash(world.key, cycle));
    for (let position = 0; position < size && remaining > 0; position++, remaining--) {
      const next = order.forward(position, world.key);
      const block = Math.floor(next / KINDS_BY_SLOT.length);
      const slot = next % KINDS_BY_SLOT.length;
      const kind = KINDS_BY_SLOT[slot];
      const largeCount = kind?.largeDomains?.length;
      if (kind && largeCount) {
        const slotIndex = (blocksBefore + block) * kind.slots + (SLOT_ORDINALS[slot] ?? 0);
        yield formatAddress(
          world.largeDomainAt(kind, slotIndex),
          Math.floor(slotIndex / largeCount),
          exotic,
        );
      } else {
        yield formatAddress(
          world.at(domainIndexAt(block, slot)),
          cycle - (firstCycle[block] ?? 0),
          exotic,
        );
      }
    }
    blocksBefore += blocks;
  }
}

function formatAddress(domain: Domain | undefined, ordinal: number, exotic: boolean): string {
  if (!domain) throw new RangeError('the list contains a domain that is not in the net');
  const spelling = exotic ? exoticSpelling(domain, ordinal) : 'plain';
  const local =
    generateLocalPart(domain, ordinal, spelling) ??
    generateLocalPart(domain, ordinal, 'plain') ??
    'postmaster';
  return `${local}@${exotic ? domain.display : domain.name}`;
}

/** Often non-ASCII at international domains; rarely at others, as if entered by mistake. */
function exoticSpelling(domain: Domain, ordinal: number): Spelling {
  const roll = hash(domain.key ^ 0x5bd1e995, ordinal) % 100;
  const accented = domain.kind.international ? 60 : 6;
  if (roll < accented) return 'accented';
  return roll < accented + 6 ? 'quoted' : 'plain';
}
