import { type ComponentType, lazy } from 'react';

/**
 * Omits an optional part if it cannot be loaded, for example because a new release removed its
 * file.
 */
export const lazyOptional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
