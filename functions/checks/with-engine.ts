import { createContainer } from '../platform/container.ts';
import { createEngine, readEgress } from './adapters/engine.ts';
import { engineCode } from './engine-code.ts';

/** The container of functions that ask mail servers. */
export const withEngine = createContainer(
  new Map([[engineCode, () => ({ createEngine, readEgress })]]),
);
