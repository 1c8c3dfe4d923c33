import { createHmac } from 'node:crypto';
import { userIdOf } from '../access/rules/owner.ts';
import { createMailMessage } from '../mail/create-mail-message.ts';
import type { WebhooksDeps } from './deps.ts';
import {
  type AccountRunState,
  consumeUnprovenRequestQuota,
  endRunAfterSlowAttempt,
  isSlowAttempt,
} from './rules/account-run-state.ts';
import {
  hasFailedTooLong,
  computeNextAttemptAt,
  MAX_BLOCKING_ATTEMPTS,
  computePauseEnd,
} from './rules/backoff.ts';
import type { StoredAttempt, WaitingDelivery } from './rules/delivery.ts';
import { type StoredEndpoint, type EndpointHealth, SECRET_PREFIX } from './rules/endpoint.ts';

/**
 * Returns the headers of an attempt with one symmetric signature per secret (Standard Webhooks:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 * @param at time of the attempt, in epoch milliseconds
 */
export function createSignatureHeaders(
  secrets: readonly string[],
  { id, at, payload }: { readonly id: string; readonly at: number; readonly payload: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`);
    return `v1,${signed.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

type PostDeps = Pick<WebhooksDeps, 'endpointUrls' | 'webhookClient'>;
type DisableDeps = Pick<WebhooksDeps, 'accounts' | 'endpoints' | 'mailQueue'>;
export type AttemptDeliveryDeps = PostDeps &
  DisableDeps &
  Pick<WebhooksDeps, 'clock' | 'deliveries' | 'env' | 'ids'>;

export interface EndpointRunState {
  readonly account: AccountRunState;
  readonly endpoint: StoredEndpoint;
  /** Plaintext signing secrets, current one first; empty if none can be decrypted. */
  readonly secrets: readonly string[];
  health: EndpointHealth;
  deliveredCount: number;
  /** Earliest due time of a retry, in epoch milliseconds. */
  next: number | undefined;
  /** End of the endpoint's pause, in epoch milliseconds. Set if the receiver did not respond. */
  pausedUntil: number | undefined;
  /** Whether the endpoint was turned off in this run. */
  ended: boolean;
}

const USER_AGENT = 'Tamis-Webhooks/1';
const GONE_STATUS_CODE = 410;

const NO_RESPONSE = { error: null, body: undefined, retryAfter: undefined };

/**
 * Sends a delivery and records the outcome. An endpoint that has never returned a 2xx may be a
 * stranger's server, so it gets only one attempt per event, and all such endpoints of an account
 * share a limit per hour.
 * @returns whether later deliveries of the same subject must wait
 */
export async function attemptDelivery(
  deps: AttemptDeliveryDeps,
  run: EndpointRunState,
  waiting: WaitingDelivery,
): Promise<boolean> {
  const { clock, deliveries, endpoints } = deps;
  const { userId, endpointId, id } = waiting;
  const { account } = run;
  const timeScale = deps.env.TIME_SCALE;
  const delivery = await deliveries.get(userId, endpointId, id);
  if (!delivery) {
    await deliveries.finish(waiting, 'failed');
    return false;
  }
  const at = clock.now();
  const posted = await post(deps, run, { id, at, payload: delivery.payload });
  const now = clock.now();
  const { status, error, body: responseBody, retryAfter } = { ...NO_RESPONSE, ...posted };
  const last: StoredAttempt = { at, ms: now - at, status, error };
  const isSuccess = status !== null && status >= 200 && status < 300;
  if (isSlowAttempt(last.ms)) endRunAfterSlowAttempt(account, last.ms, now, timeScale);
  await recordHealth(deps, run, {
    failingSince: isSuccess ? null : (run.health.failingSince ?? at),
    provenAt: run.health.provenAt ?? (isSuccess ? now : undefined),
    slowAt: isSlowAttempt(last.ms) ? now : run.health.slowAt,
  });
  if (isSuccess) {
    await deliveries.finish(waiting, 'delivered', last, responseBody);
    run.deliveredCount += 1;
    account.delivered += 1;
    return false;
  }
  account.failed += 1;
  // With this status, a receiver unsubscribes (Standard Webhooks).
  if (
    status === GONE_STATUS_CODE &&
    (await endpoints.storeHealth(run.endpoint, { status: 'off' }))
  ) {
    run.ended = true;
    await deliveries.finish(waiting, 'failed', last, responseBody);
    return true;
  }
  const attempts = waiting.attempts + 1;
  const nextAt =
    run.health.provenAt === undefined
      ? undefined
      : computeNextAttemptAt({
          attempts,
          firstAt: waiting.firstAt ?? at,
          now,
          retryAfter,
          random: deps.ids.random(),
          timeScale,
        });
  if (nextAt === undefined) {
    if (hasFailedTooLong(run.health.failingSince, now, timeScale)) await disableEndpoint(deps, run);
    await deliveries.finish(waiting, 'failed', last, responseBody);
    return false;
  }
  await deliveries.postpone(waiting, last, nextAt, responseBody);
  run.next = Math.min(run.next ?? nextAt, nextAt);
  if (status === null)
    run.pausedUntil = Math.max(run.pausedUntil ?? 0, computePauseEnd(nextAt, now, timeScale));
  return attempts < MAX_BLOCKING_ATTEMPTS;
}

/**
 * Posts a delivery. If it may not be sent, returns a response without a status, which is recorded
 * like an attempt that got no response.
 */
async function post(
  { endpointUrls, webhookClient }: PostDeps,
  { account, endpoint, health, secrets }: EndpointRunState,
  signed: { readonly id: string; readonly at: number; readonly payload: string },
) {
  const url = endpointUrls.normalize(endpoint.url);
  if (url === undefined) return { status: null, error: 'ERR_INVALID_URL' } as const;
  if (health.provenAt === undefined && !consumeUnprovenRequestQuota(account, signed.at))
    return { status: null, error: 'ERR_UNPROVEN' } as const;
  if (secrets.length === 0) return { status: null, error: 'ERR_SECRET_UNREADABLE' } as const;
  const headers = {
    ...createSignatureHeaders(secrets, signed),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(signed.payload)),
    'user-agent': USER_AGENT,
  };
  return webhookClient.post(url, headers, signed.payload);
}

async function recordHealth(
  { endpoints }: DisableDeps,
  run: EndpointRunState,
  health: EndpointHealth,
) {
  const { failingSince, provenAt, slowAt } = run.health;
  run.health = health;
  const isUnchanged = failingSince === health.failingSince && provenAt === health.provenAt;
  if (!isUnchanged || slowAt !== health.slowAt) await endpoints.storeHealth(run.endpoint, health);
}

/** Turns off an endpoint whose deliveries have all failed for three days, and emails its owner. */
async function disableEndpoint(
  { accounts, endpoints, mailQueue }: DisableDeps,
  run: EndpointRunState,
): Promise<void> {
  if (run.ended) return;
  run.ended = true;
  const { userId, id, url } = run.endpoint;
  const user = await accounts.get(userIdOf(userId));
  // Send the email first. If this run is killed before the update, a later run queues the email
  // again under the same id, so the owner gets it only once.
  if (user)
    await mailQueue.send(
      createMailMessage(user, `webhook_failing:${id}:${run.health.failingSince}`, {
        template: 'webhook_failing',
        params: { host: new URL(url).host },
      }),
    );
  run.ended = await endpoints.storeHealth(run.endpoint, { status: 'failing' });
}
