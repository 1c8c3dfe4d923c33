import * as z from 'zod/mini';
import { type EngineCall, type EngineResponse, engineCall } from '../../shared/messages/engine.ts';
import { ENGINE_PROBE_ADDRESS } from '../../shared/model/key-kind.ts';
import type { Clock } from '../platform/clock.ts';
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
type EngineDeps = Engines & { readonly clock: Clock };

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

/** Time limit of a DNS query for the probe, within the time limit of the deployment. */
const PROBE_MS = 30_000;

/**
 * Proves that this version of the function works: a deployment calls it before any other function
 * does (infra/constructs/workers.ts). @throws if the engine does not answer as expected
 */
async function answerProbe(deps: EngineDeps): Promise<EngineResponse> {
  const deadline = deps.clock.now() + PROBE_MS;
  const response = await handleEngineCall(deps, {
    addresses: [ENGINE_PROBE_ADDRESS],
    domainsOnly: false,
    options: { deadline, attempt: 0, priority: 2, customer: 'operator' },
  } satisfies EngineCall);
  const [verdict] = response.verdicts;
  if (verdict?.status !== 'undeliverable')
    throw new Error(`The probe is ${verdict?.status} (${verdict?.reason}), not undeliverable`);
  return response;
}

/** The CDK's trigger calls a function without an event, for which Lambda passes `{}`. */
const isProbe = (event: unknown): boolean => Object.keys(event ?? {}).length === 0;

/** Other functions invoke this handler directly. */
const serve = (deps: EngineDeps) =>
  Object.assign(
    (event: unknown) => (isProbe(event) ? answerProbe(deps) : handleEngineCall(deps, event)),
    {
      worker: 'engine',
      /** The same handler with other dependencies, for tests. */
      withDeps: serve,
    },
  );

export const engine = /* @__PURE__ */ serve(/* @__PURE__ */ depsOf({ ...ENGINES, clock }));
