import { lazy, type ComponentType } from 'react';

/** A component in a chunk of its own, by its exported name. */
export const lazyPage = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => lazy(async () => ({ default: (await load())[name] }));
