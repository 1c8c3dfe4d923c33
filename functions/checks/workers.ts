import * as z from 'zod/mini';
import { type EngineResponse, engineCall } from '../../shared/messages/engine.ts';
import { type DepsOf, depsOf } from '../platform/container.ts';
import { clock, env, log } from '../platform/context.ts';
import { withRequestId } from '../platform/request-id.ts';
import { serveSchedule } from '../platform/schedule/serve-schedule.ts';
import { checkEgress as runCheckEgress } from './check-egress.ts';
import {
  dnsRecords,
  egressAddresses,
  egressEngine,
  engineFrom,
  offlineEngine,
} from './engine-context.ts';

export const checkEgress = /* @__PURE__ */ serveSchedule(
  'checkEgress',
  { clock, dnsRecords, egressAddresses, engineFrom, env, log },
  runCheckEgress,
);

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

export const engine = /* @__PURE__ */ serve(/* @__PURE__ */ depsOf(ENGINES));
