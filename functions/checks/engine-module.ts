import type * as engine from './adapters/engine.ts';

/** The engine, which `withEngine` bundles with the functions that contact mail servers. */
export const engineModule = (): Pick<typeof engine, 'createEngine' | 'readEgress'> => {
  throw new Error('this function is not bundled with the engine: wrap its handler in withEngine');
};
