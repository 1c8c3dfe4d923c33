import { createHash } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { failure } from './answers.ts';
import { type Spending, UNASKED } from './spending.ts';

/** How long a question, or the token that stands for its answer, is good for. */
const VALID_MS = 10 * 60_000;

/** A call of a tool: what it is about, and what came with it. */
export interface Asked {
  readonly tool: string;
  /** What makes two calls the same. */
  readonly about: readonly unknown[];
  /** The most that it may cost. */
  readonly credits: number;
  /** What the person agrees to where it costs on other days too; it is always asked for. */
  readonly terms?: string;
  /** Of the answer to a call before. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
}

export type Start = ReturnType<typeof createStart>;

/**
 * Of all servers of a process: over HTTP each call has a server of its own.
 * @param account whose credits these are: the service and the key
 * @param now epoch milliseconds
 */
export function createStart(
  account: string,
  spending: Spending,
  now: () => number,
  newToken: () => string,
) {
  const waiting = new Map<string, { readonly key: string; readonly until: number }>();

  /**
   * Asks the person by the client, past the model, where it can (MCP 2025-11-25, "Elicitation", form
   * mode). Elsewhere a first call gets a token, which is good for the same start alone, once.
   */
  async function agreed(
    server: Server,
    key: string,
    { credits, terms, token = '', signal }: Asked,
  ): Promise<boolean | string> {
    if (server.getClientCapabilities()?.elicitation?.form) {
      const message = terms ?? `Verify email addresses (${credits}), for 1 credit each at most?`;
      const requestedSchema = { type: 'object' as const, properties: {} };
      const options = { signal, timeout: VALID_MS };
      return (await server.elicitInput({ message, requestedSchema }, options)).action === 'accept';
    }
    for (const [each, { until }] of waiting) if (until < now()) waiting.delete(each);
    const known = waiting.get(token);
    waiting.delete(token);
    if (known?.key === key) return true;
    const fresh = newToken();
    waiting.set(fresh, { key, until: now() + VALID_MS });
    return fresh;
  }

  /**
   * Makes a call that costs a credit for each address at most, once that is allowed.
   * @param work is given a key, which is the same for the same call on the same day
   * @throws TamisError `daily_limit`, `declined`, and what the call fails with
   */
  return async (
    server: Server,
    asked: Asked,
    work: (idempotencyKey: string) => Promise<object>,
  ): Promise<object> => {
    const { tool, about, credits, terms } = asked;
    const day = new Date(now()).toISOString().slice(0, 10);
    const given = JSON.stringify([account, day, tool, about]);
    const key = createHash('sha256').update(given).digest('hex');
    let outcome = spending.count(key, credits, terms ? 0 : UNASKED);
    if (outcome === 'ask') {
      const answer = await agreed(server, key, asked);
      if (!answer) throw failure('declined', 'The person has not agreed.');
      if (typeof answer === 'string') {
        const left = { credits_left_today: spending.left() };
        return { confirm: 'needed', token: answer, costs_at_most: credits, ...left };
      }
      outcome = spending.count(key, credits, Infinity);
    }
    if (outcome === 'counted') return work(key);
    const left = `${spending.left()} credits may still be started today. No call changes that.`;
    throw failure('daily_limit', left);
  };
}
