import { lazy, type ComponentType } from 'react';

/** A component that is loaded when it is first shown; `preload` loads it before. */
export const lazyPage = <Name extends string>(
  preload: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) =>
  Object.assign(
    lazy(async () => ({ default: (await preload())[name] })),
    { preload },
  );
