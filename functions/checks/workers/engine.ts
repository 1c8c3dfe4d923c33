import { type DepsOf, depsOf } from '../../platform/container.ts';
import { egressEngine, offlineEngine } from '../engine-context.ts';
import { handleEngineCall } from '../handle-engine-call.ts';

const FACTORIES = { egressEngine, offlineEngine };
type Deps = DepsOf<typeof FACTORIES>;

/** Other functions invoke this handler directly. */
const serve = (deps: Deps) =>
  Object.assign((event: unknown) => handleEngineCall(deps, event), {
    worker: 'engine',
    /** The same handler with other dependencies, for tests. */
    withDeps: serve,
  });

export const handler = serve(depsOf(FACTORIES));
