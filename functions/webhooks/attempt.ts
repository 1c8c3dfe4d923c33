import { userIdOf } from '../access/rules/owner.ts';
import { mailTo } from '../mail/mail-to.ts';
import type { WebhooksDeps } from './deps.ts';
import { isLongFailing, nextAttempt, pauseUntil } from './rules/backoff.ts';
import type { Attempt, Waiting } from './rules/delivery.ts';
import type { Endpoint } from './rules/endpoint.ts';
import { signedHeaders } from './sign.ts';

export type AttemptDeps = Pick<
  WebhooksDeps,
  | 'accounts'
  | 'clock'
  | 'deliveries'
  | 'endpointUrls'
  | 'endpoints'
  | 'env'
  | 'ids'
  | 'mailQueue'
  | 'webhookClient'
>;

/** One worker's run for an endpoint, and what has become of it so far. */
export interface Run {
  readonly endpoint: Endpoint;
  /** In the clear, the current one first. */
  readonly secrets: readonly string[];
  failingSince: number | null;
  delivered: number;
  failed: number;
  /** When something is due again, epoch milliseconds. */
  next: number | undefined;
  /** Set where the receiver did not respond at all. */
  pausedUntil: number | undefined;
  /** The endpoint is sent nothing more. */
  ended: boolean;
}

const USER_AGENT = 'Tamis-Webhooks/1';
const GONE = 410;

/** Sends a delivery and notes what became of it. True where it was taken, or is there no more. */
export async function attempt(deps: AttemptDeps, run: Run, waiting: Waiting): Promise<boolean> {
  const { clock, deliveries, endpoints } = deps;
  const { userId, endpointId, id } = waiting;
  const delivery = await deliveries.get(userId, endpointId, id);
  if (!delivery) {
    await deliveries.finish(waiting, 'failed');
    return true;
  }
  const at = clock.now();
  const posted = await post(deps, run, { id, at, payload: delivery.payload });
  const now = clock.now();
  const { status } = posted;
  const error = posted.status === null ? posted.error : null;
  const answer = posted.status === null ? undefined : posted.body;
  const last: Attempt = { at, ms: now - at, status, error };
  if (status !== null && status >= 200 && status < 300) {
    await deliveries.finish(waiting, 'delivered', last, answer);
    await noteHealth(deps, run, null);
    run.delivered += 1;
    return true;
  }
  run.failed += 1;
  await noteHealth(deps, run, run.failingSince ?? at);
  // What the receiver asks for by this status is to be sent nothing more (Standard Webhooks).
  if (status === GONE) {
    run.ended = true;
    await endpoints.update(userId, endpointId, { status: 'off' });
    await deliveries.finish(waiting, 'failed', last, answer);
    return false;
  }
  const timeScale = deps.env.TIME_SCALE;
  const nextAt = nextAttempt({
    attempts: waiting.attempts + 1,
    firstAt: waiting.firstAt ?? at,
    now,
    retryAfter: posted.status === null ? undefined : posted.retryAfter,
    random: deps.ids.random(),
    timeScale,
  });
  if (nextAt === undefined) {
    if (isLongFailing(run.failingSince, now, timeScale)) await giveUp(deps, run);
    await deliveries.finish(waiting, 'failed', last, answer);
    return false;
  }
  await deliveries.postpone(waiting, last, nextAt, answer);
  run.next = Math.min(run.next ?? nextAt, nextAt);
  if (status === null)
    run.pausedUntil = Math.max(run.pausedUntil ?? 0, pauseUntil(nextAt, now, timeScale));
  return false;
}

/** What no server could be asked is told as an attempt that got no response. */
async function post(
  { endpointUrls, webhookClient }: AttemptDeps,
  { endpoint, secrets }: Run,
  signed: { readonly id: string; readonly at: number; readonly payload: string },
) {
  const url = endpointUrls.normal(endpoint.url);
  if (url === undefined) return { status: null, error: 'ERR_INVALID_URL' } as const;
  const headers = {
    ...signedHeaders(secrets, signed),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(signed.payload)),
    'user-agent': USER_AGENT,
  };
  return webhookClient.post(url, headers, signed.payload);
}

/** Notes since when an endpoint fails, or that it takes what it is sent, where that is news. */
async function noteHealth(
  { endpoints }: AttemptDeps,
  run: Run,
  failingSince: number | null,
): Promise<void> {
  if (run.failingSince === failingSince) return;
  run.failingSince = failingSince;
  await endpoints.update(run.endpoint.userId, run.endpoint.id, { failingSince });
}

/** Nothing was taken for three days: its owner is told once, and it is sent nothing more. */
async function giveUp({ accounts, endpoints, mailQueue }: AttemptDeps, run: Run): Promise<void> {
  if (run.ended) return;
  run.ended = true;
  const { userId, id, url } = run.endpoint;
  const user = await accounts.get(userIdOf(userId));
  // The mail first: cut off behind it, the same mail is left again, and sent once.
  if (user)
    await mailQueue.send(
      mailTo(user, `webhook_failing:${id}:${run.failingSince}`, {
        template: 'webhook_failing',
        params: { host: new URL(url).host },
      }),
    );
  await endpoints.update(userId, id, { status: 'failing' });
}
