import { type ComponentType, lazy } from 'react';

/**
 * Loads an optional component lazily. It renders nothing if it cannot be loaded, for example
 * because a new release removed its file.
 */
export const lazyOptional = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
