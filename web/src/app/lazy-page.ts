import { lazy, type ComponentType } from 'react';

/** A component in a chunk of its own, by its exported name. `preload` fetches the chunk early. */
export const lazyPage = <Name extends string>(
  preload: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) =>
  Object.assign(
    lazy(async () => ({ default: (await preload())[name] })),
    { preload },
  );
