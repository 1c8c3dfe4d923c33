import { vi } from 'vitest';

/** Stubs whether the user prefers reduced motion, because jsdom has no media queries. */
export const stubReducedMotion = (matches: boolean): unknown =>
  vi.stubGlobal('matchMedia', () => ({ matches }));
