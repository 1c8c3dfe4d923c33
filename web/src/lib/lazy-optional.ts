import { type ComponentType, lazy } from 'react';

/**
 * Loads an optional part of a page lazily. Omits the part if this fails, for example because a new
 * release has removed its file.
 */
export const lazyOptional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
