import { hash } from 'node:crypto';
import { formatQuestion, type Plan } from '../../packages/mcp/src/tool-definition.ts';
import { ToolError } from '../../packages/mcp/src/tool-result.ts';
import type { KeyCaller } from '../access/authenticate.ts';
import { computeMac } from '../access/signed.ts';
import { timingSafeEqualText } from '../platform/timing-safe-equal-text.ts';
import type { AssistantsDeps } from './deps.ts';

const TOKEN_MS = 600_000;

const digest = (text: string): string => hash('sha256', text);

interface PaidCall extends Plan {
  readonly tool: string;
  /** Token that confirms this call, from the response to an earlier call. */
  readonly token: string | undefined;
}

/**
 * Makes a paid call that a token confirms. Without a valid token, only returns a new token with the
 * question for the person. A token is valid for ten minutes, for the same key, tool, arguments and
 * price. Because the idempotency key derives from it, it pays once. The API key itself signs it, so
 * the function needs no secret; whoever knows the key can pay without a token.
 * @throws ToolError `daily_limit`, `declined`; TamisError, the error of a failed call
 */
export async function makePaidCall(
  deps: Pick<AssistantsDeps, 'assistantSpending' | 'clock'>,
  { apiKey, assistantCredits: limit, keyHash, test }: KeyCaller & { readonly apiKey: string },
  { tool, token, about, credits, terms, work }: PaidCall,
): Promise<object> {
  const sign = (expiresAt: string): string => {
    const text = JSON.stringify(['spending', expiresAt, tool, about, credits]);
    return `${expiresAt}.${computeMac(Buffer.from(apiKey), text)}`;
  };
  const [expiresAt = ''] = token?.split('.', 1) ?? [];
  const isValid =
    token !== undefined &&
    timingSafeEqualText(token, sign(expiresAt)) &&
    Number(expiresAt) > deps.clock.now();
  if (isValid) {
    const call = { idempotencyKey: digest(token), credits };
    // Calls with a test key cost nothing.
    const outcome = test ? 'counted' : await deps.assistantSpending.count(keyHash, call, limit);
    // The API has no idempotency keys for recurring costs, which the person may have stopped since.
    if (outcome === 'repeated' && terms !== undefined)
      throw new ToolError('declined', 'This token was already used.');
    if (outcome !== 'over') return work(call.idempotencyKey);
  }
  const left = test ? credits : limit - (await deps.assistantSpending.spentToday(keyHash));
  if (credits > left)
    throw new ToolError(
      'daily_limit',
      `${Math.max(left, 0)} credits are left today for assistants with this key. The owner of the account sets the limit when creating a key.`,
    );
  return {
    confirm: 'needed',
    question: formatQuestion({ credits, terms }),
    token: sign(String(deps.clock.now() + TOKEN_MS)),
    costs_at_most: credits,
    credits_left_today: left,
  };
}
