import type { Context as LambdaContext, SQSEvent } from 'aws-lambda';
import { engine } from '../../functions/checks/workers.ts';
import type { AllDeps } from './compose.ts';

/** The engine's handler as the reader of its queues, to which the engine itself has no access. */
export const engineReader = {
  worker: engine.worker,
  withDeps: (deps: AllDeps) => (event: SQSEvent, lambda: LambdaContext) =>
    engine.withDeps({ ...deps, retries: { schedule: async () => undefined } })(event, lambda),
};
