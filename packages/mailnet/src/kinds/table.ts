import type { Kind } from './kind.ts';
import { STRICT_SERVERS } from './strict-servers.ts';
import { BASIC_SERVERS } from './basic-servers.ts';
import { MORE_PROVIDERS, PROVIDERS, WELL_KNOWN } from './providers.ts';

export const KINDS: readonly Kind[] = [
  ...BASIC_SERVERS,
  ...PROVIDERS,
  ...STRICT_SERVERS,
  ...MORE_PROVIDERS,
  ...WELL_KNOWN,
];

/**
 * The kind of each slot in a block. The simulated network repeats the block, so kinds are evenly
 * distributed.
 */
export const BLOCK: readonly Kind[] = KINDS.flatMap((kind) =>
  Array.from({ length: kind.slots }, () => kind),
);

/** Domains in the last slots of a block are numbered after those in all other slots. */
export const LAST_SLOTS = BLOCK.slice(-2 * (STRICT_SERVERS.length + MORE_PROVIDERS.length));
