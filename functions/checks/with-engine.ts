import { createContainer } from '../platform/container.ts';
import { createEngine, readEgress } from './adapters/engine.ts';
import { engineModule } from './engine-module.ts';

export const withEngine = createContainer(
  new Map([[engineModule, () => ({ createEngine, readEgress })]]),
);
