import { createHash } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { TamisError } from '@tamis/client';
import { formatQuestion, type Plan } from './tool-definition.ts';
import { ToolError } from './tool-result.ts';
import { type SpendingTracker, UNCONFIRMED_CREDITS_PER_DAY } from './spending.ts';

/** How long a confirmation question, or the token that replaces it, is valid. */
const QUESTION_TTL_MS = 10 * 60_000;

export interface PaidCallRequest extends Omit<Plan, 'work'> {
  readonly tool: string;
  /** Token that confirms this call, from the response to an earlier call. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
}

export type RunPaidCall = ReturnType<typeof createPaidCallRunner>;

/**
 * Creates the function that makes paid calls, once they are allowed or confirmed. All servers in a
 * process share it, because over HTTP each call gets a new server.
 * @param account the service and the key that pays
 * @param now epoch milliseconds
 */
export function createPaidCallRunner(
  account: string,
  spending: SpendingTracker,
  now: () => number,
  newToken: () => string,
) {
  const pendingTokens = new Map<string, { readonly key: string; readonly until: number }>();

  /**
   * Asks the person through the client, bypassing the model, if the client supports it (MCP
   * 2025-11-25, "Elicitation", form mode). Otherwise returns a token, which confirms the same call
   * once.
   */
  async function confirmWithPerson(
    server: Server,
    key: string,
    message: string,
    { token = '', signal }: PaidCallRequest,
  ): Promise<boolean | string> {
    if (server.getClientCapabilities()?.elicitation?.form) {
      const requestedSchema = { type: 'object' as const, properties: {} };
      const options = { signal, timeout: QUESTION_TTL_MS };
      return (await server.elicitInput({ message, requestedSchema }, options)).action === 'accept';
    }
    for (const [each, { until }] of pendingTokens) if (until < now()) pendingTokens.delete(each);
    const pending = pendingTokens.get(token);
    pendingTokens.delete(token);
    if (pending?.key === key) return true;
    const issuedToken = newToken();
    pendingTokens.set(issuedToken, { key, until: now() + QUESTION_TTL_MS });
    return issuedToken;
  }

  /**
   * Makes a paid call of at most `credits` once it is allowed or confirmed.
   * @param work receives the idempotency key, which is equal for equal calls on the same day
   * @param deleted number of earlier results of the same call that were deleted. The service never
   * accepts their keys again, and each new key costs credits, so a person must confirm it.
   * @throws ToolError `daily_limit`, `declined`; TamisError, the error of a failed call
   */
  return async function runPaidCall(
    server: Server,
    request: PaidCallRequest,
    work: (idempotencyKey: string) => Promise<object>,
    deleted = 0,
  ): Promise<object> {
    const { tool, about, credits, terms } = request;
    const day = new Date(now()).toISOString().slice(0, 10);
    const identity = [account, day, tool, about, ...(deleted > 0 ? [deleted] : [])];
    const key = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
    const needsConsent = terms !== undefined || deleted > 0;
    let outcome = spending.count(key, credits, needsConsent ? 0 : UNCONFIRMED_CREDITS_PER_DAY);
    if (outcome === 'ask') {
      const cost = formatQuestion(request);
      const question = deleted > 0 ? `The earlier result of this call was deleted. ${cost}` : cost;
      const answer = await confirmWithPerson(server, key, question, request);
      if (!answer) throw new ToolError('declined', 'The person did not agree.');
      if (typeof answer === 'string') {
        const left = { credits_left_today: spending.left() };
        return { confirm: 'needed', question, token: answer, costs_at_most: credits, ...left };
      }
      outcome = spending.count(key, credits, Infinity);
    }
    if (outcome === 'counted')
      return work(key).catch((error: unknown) => {
        if (!(error instanceof TamisError && error.code === 'request_reused')) throw error;
        return runPaidCall(server, request, work, deleted + 1);
      });
    const left = `${spending.left()} credits are left for assistants today. No call can change that.`;
    throw new ToolError('daily_limit', left);
  };
}
