import type { DomainKind } from './kind.ts';
import { STRICT_SERVERS } from './strict-servers.ts';
import { BASIC_SERVERS } from './basic-servers.ts';
import { PROVIDER_GROUPS, PROVIDERS, WELL_KNOWN_PROVIDERS } from './providers.ts';

export const KINDS: readonly DomainKind[] = [
  ...BASIC_SERVERS,
  ...PROVIDERS,
  ...STRICT_SERVERS,
  ...PROVIDER_GROUPS,
  ...WELL_KNOWN_PROVIDERS,
];

/** The kind of each slot in the block of slots that the simulated network repeats. */
export const KINDS_BY_SLOT: readonly DomainKind[] = KINDS.flatMap((kind) =>
  Array.from({ length: kind.slots }, () => kind),
);

/** The domains of these slots are numbered after all other domains. */
export const KINDS_OF_LAST_SLOTS = KINDS_BY_SLOT.slice(
  -2 * (STRICT_SERVERS.length + PROVIDER_GROUPS.length),
);
