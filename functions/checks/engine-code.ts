import type * as code from './adapters/engine.ts';

/** The engine's code; `withEngine` bundles it with the functions that contact mail servers. */
export const engineCode = (): Pick<typeof code, 'createEngine' | 'readEgress'> => {
  throw new Error('this function is not bundled with the engine: wrap its handler in withEngine');
};
