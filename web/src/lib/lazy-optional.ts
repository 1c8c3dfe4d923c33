import { type ComponentType, lazy } from 'react';

/**
 * Loads an optional part of a page; if this fails, as after a release that removed its file, the
 * part is omitted.
 */
export const lazyOptional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
