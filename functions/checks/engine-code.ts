import type * as code from './adapters/engine.ts';

/** The engine's code, bundled only with functions that ask mail servers (`withEngine`). */
export const engineCode = (): Pick<typeof code, 'createEngine' | 'readEgress'> => {
  throw new Error('This function has no entry that brings the engine.');
};
