import { hash } from 'node:crypto';
import { formatQuestion, type Plan } from '../../packages/mcp/src/tool-definition.ts';
import { ToolError } from '../../packages/mcp/src/tool-result.ts';
import type { KeyCaller } from '../access/authenticate.ts';
import { signLink, verifyLink } from '../access/signed.ts';
import type { AssistantsDeps } from './deps.ts';

const TOKEN_SECONDS = 600;

const digest = (text: string): string => hash('sha256', text);

interface PaidCall extends Plan {
  readonly tool: string;
  /** Token that confirms this call, from the response to an earlier call. */
  readonly token: string | undefined;
}

/**
 * Makes a paid call that its token confirms. Without a valid token, only returns one, with the
 * question for the person. A token is valid for ten minutes, for the same key, tool, arguments and
 * price. Because the idempotency key derives from it, it pays once.
 * @throws ToolError `daily_limit`, `declined`; TamisError, the error of a failed call
 */
export async function spend(
  deps: Pick<AssistantsDeps, 'assistantSpending' | 'clock' | 'secrets'>,
  { account, assistantCredits: limit, keyHash, test }: KeyCaller,
  { tool, token, about, credits, terms, work }: PaidCall,
): Promise<object> {
  const subject = digest(JSON.stringify([keyHash, tool, about, credits]));
  const target = { purpose: 'spending', subject } as const;
  if (token !== undefined && (await verifyLink(deps, target, token)) === account.id) {
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
    token: await signLink(deps, target, account.id, TOKEN_SECONDS),
    costs_at_most: credits,
    credits_left_today: left,
  };
}
