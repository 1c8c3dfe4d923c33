import { vi } from 'vitest';

/** Sets whether the system asks for less motion, which jsdom cannot answer. */
export const stubLessMotion = (matches: boolean): unknown =>
  vi.stubGlobal('matchMedia', () => ({ matches }));
