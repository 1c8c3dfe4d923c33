import * as z from 'zod/mini';
import { type EngineResponse, engineCall } from '../../shared/messages/engine.ts';
import { withRequestId } from '../platform/request-id.ts';
import type { ChecksDeps } from './deps.ts';

/** Answers the call of a function that may not contact mail servers itself. */
export function handleEngineCall(
  { egressEngine, offlineEngine }: Pick<ChecksDeps, 'egressEngine' | 'offlineEngine'>,
  event: unknown,
): Promise<EngineResponse> {
  const { requestId, addresses, domainsOnly, options } = z.parse(engineCall, event);
  const engine = domainsOnly ? offlineEngine : egressEngine;
  return withRequestId(requestId, async () => {
    const connectionsBefore = engine.connections;
    const answers = await Array.fromAsync(engine.verify(addresses, options));
    const verdicts = answers.toSorted((a, b) => a.index - b.index).map(({ verdict }) => verdict);
    return { connections: engine.connections - connectionsBefore, verdicts };
  });
}
