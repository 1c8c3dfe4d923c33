import * as z from 'zod/mini';
import { type EngineResponse, engineCall } from '../../../shared/messages/engine.ts';
import { type DepsOf, depsOf } from '../../platform/container.ts';
import { withRequestId } from '../../platform/request-id.ts';
import { egressEngine, offlineEngine } from '../engine-context.ts';

const ENGINES = { egressEngine, offlineEngine };
type Engines = DepsOf<typeof ENGINES>;

/** Answers the call of a function that may not contact mail servers itself. */
export function handleEngineCall(engines: Engines, event: unknown): Promise<EngineResponse> {
  const { requestId, addresses, domainsOnly, options } = z.parse(engineCall, event);
  const engine = domainsOnly ? engines.offlineEngine : engines.egressEngine;
  return withRequestId(requestId, async () => {
    const connectionsBefore = engine.connections;
    const answers = await Array.fromAsync(engine.verify(addresses, options));
    const verdicts = answers.toSorted((a, b) => a.index - b.index).map(({ verdict }) => verdict);
    return { connections: engine.connections - connectionsBefore, verdicts };
  });
}

/** Other functions invoke this handler directly. */
const serve = (engines: Engines) =>
  Object.assign((event: unknown) => handleEngineCall(engines, event), {
    worker: 'engine',
    /** The same handler with other dependencies, for tests. */
    withDeps: serve,
  });

export const handler = serve(depsOf(ENGINES));
