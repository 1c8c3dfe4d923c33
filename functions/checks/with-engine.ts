import { createContainer } from '../platform/container.ts';
import { createEngine, readEgress } from './adapters/engine.ts';
import { engineCode } from './engine-code.ts';

export const withEngine = createContainer(
  new Map([[engineCode, () => ({ createEngine, readEgress })]]),
);
