import type * as code from './adapters/engine.ts';

/** The code of the engine: only the entries of what asks mail servers bring it, by `withEngine`. */
export const engineCode = (): Pick<typeof code, 'createEngine' | 'readEgress'> => {
  throw new Error('This function has no entry that brings the engine.');
};
