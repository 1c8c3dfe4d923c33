import type { Kind } from './kind.ts';
import { PLAIN } from './plain.ts';
import { PROVIDERS } from './providers.ts';

/** Every kind of domain there is. */
export const KINDS: readonly Kind[] = [...PLAIN, ...PROVIDERS].map((row) =>
  Object.assign({ slots: 2 }, row),
);

/** One block of domains, a kind for each place: the net repeats blocks, so it is even. */
export const BLOCK: readonly Kind[] = KINDS.flatMap((kind) =>
  Array.from({ length: kind.slots }, () => kind),
);
