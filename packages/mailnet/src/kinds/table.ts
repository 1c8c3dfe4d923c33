import type { Kind } from './kind.ts';
import { STRICT_SERVERS } from './strict-servers.ts';
import { BASIC_SERVERS } from './basic-servers.ts';
import { MORE_PROVIDERS, PROVIDERS, WELL_KNOWN } from './providers.ts';

/** Every kind of domain there is. */
export const KINDS: readonly Kind[] = [
  ...BASIC_SERVERS,
  ...PROVIDERS,
  ...STRICT_SERVERS,
  ...MORE_PROVIDERS,
  ...WELL_KNOWN,
];

/** One block of domains, a kind for each place: the net repeats blocks, so it is even. */
export const BLOCK: readonly Kind[] = KINDS.flatMap((kind) =>
  Array.from({ length: kind.slots }, () => kind),
);

/** The places of a block whose domains come after all others in the net. */
export const LAST_SLOTS = BLOCK.slice(-2 * (STRICT_SERVERS.length + MORE_PROVIDERS.length));
