import { isDeepStrictEqual } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { MINUTE_MS, SECOND_MS } from '../../../shared/model/duration.ts';
import { workerNeeds } from '../../../infra/features/index.ts';
import type {
  WebhookResponse,
  WebhookClient,
} from '../../../functions/webhooks/adapters/webhook-client.ts';
import { TEST_EVENT_TYPE } from '../../../shared/model/webhook.ts';
import { CallFailedError, CrashError } from '../../support/faults.ts';
import type { TestClock } from '../../support/test-clock.ts';
import type { SimulatedNetwork, SimulatedProcess } from '../network.ts';
import { createSecretTracker } from './known-secrets.ts';
import type { WebhookFacts } from './webhook-facts.ts';

interface RequestCounts {
  /** Position among the requests for the same event, starting at 1. */
  readonly ofEvent: number;
  /** Position among all requests to the receiver, starting at 1. */
  readonly ofAll: number;
  /** Milliseconds since the receiver's first request. */
  readonly sinceMs: number;
}
type ReceiverReply =
  | { readonly status: number; readonly retryAfter?: string; readonly afterMs?: number }
  | 'hangs'
  | 'resets';

const ACCEPTED = { status: 204 } as const;
const RETRY_AFTER_SECONDS = 700;

const SLOW = { status: 204, afterMs: 9500 } as const;

/** Behavior of each kind of receiver from the second request on; the host names the kind. */
const KINDS = {
  takes: () => ACCEPTED,
  fails: () => ({ status: 500 }),
  recovers: ({ sinceMs }) => (sinceMs < 40 * MINUTE_MS ? { status: 503 } : ACCEPTED),
  hangs: () => 'hangs',
  wakes: ({ sinceMs }) => (sinceMs < 20 * MINUTE_MS ? 'hangs' : ACCEPTED),
  // Receives the event, but resets the connection, so that the event is sent again.
  resets: ({ ofEvent }) => (ofEvent === 1 ? 'resets' : ACCEPTED),
  leaves: ({ ofAll }) => (ofAll > 2 ? { status: 410 } : ACCEPTED),
  busy: ({ ofEvent }) =>
    ofEvent === 1 ? { status: 429, retryAfter: String(RETRY_AFTER_SECONDS) } : ACCEPTED,
  moves: () => ({ status: 307 }),
  slow: () => SLOW,
  alternates: ({ ofAll }) => (ofAll % 2 === 0 ? SLOW : ACCEPTED),
} satisfies Record<string, (request: RequestCounts) => ReceiverReply>;
export type ReceiverKind = keyof typeof KINDS;
export const RECEIVER_KINDS = Object.keys(KINDS) as ReceiverKind[];

/** @param owner the user whose events the URL may receive */
export const createReceiverUrl = (kind: ReceiverKind, owner: string, token: string): string =>
  `https://${kind}.example/${owner}/${token}`;
export const isReceiverOfKind = (url: string, kind: ReceiverKind): boolean =>
  new URL(url).host === `${kind}.example`;

const ownerOf = ({ url }: Pick<ReceivedAttempt, 'url'>): string =>
  new URL(url).pathname.split('/')[1] ?? '';

export interface ReceivedAttempt {
  readonly endpointId: string;
  readonly url: string;
  readonly id: string;
  readonly body: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly process: SimulatedProcess | undefined;
  arrivedAt?: number;
  /** The response that the worker got, and when; undefined if the worker crashed before. */
  outcome?: { readonly posted: WebhookResponse; readonly at: number };
}

export function isAccepted({ outcome }: ReceivedAttempt): boolean {
  const status = outcome?.posted.status ?? 0;
  return status >= 200 && status < 300;
}

const TIMEOUT_MS = 10 * SECOND_MS;
const HANG_YIELDS = 6;
/** Milliseconds after which Lambda kills the function. */
const RUN_MS = (workerNeeds.get('webhooks')?.timeoutSeconds ?? 60) * SECOND_MS;
/** Maximum hanging attempts per run and account: the number of concurrent requests of a run. */
const MAX_HUNG = 5;

/** Creates the servers of customers' endpoints, which check and record their requests. */
export function createReceivers(clock: TestClock, network: SimulatedNetwork, facts: WebhookFacts) {
  const attempts: ReceivedAttempt[] = [];
  const problems: string[] = [];
  /** `<endpoint>#<event>` of each delivery that its customer requested again. */
  const askedAgain = new Set<string>();
  const secrets = createSecretTracker();
  const open = new Set<ReceivedAttempt>();
  /** Number of hanging attempts by run and account, because a run may serve several accounts. */
  const hung = new Map<SimulatedProcess, Map<string, number>>();
  const statsByUrl = new Map<
    string,
    { first: number; all: number; readonly events: Map<string, number> }
  >();

  const addProblem = ({ url, id }: ReceivedAttempt, what: string): void =>
    void problems.push(`${url} ${id} ${what}`);
  const sameEvent = ({
    endpointId,
    id,
  }: Pick<ReceivedAttempt, 'endpointId' | 'id'>): ReceivedAttempt[] =>
    attempts.filter((each) => each.endpointId === endpointId && each.id === id);

  function checkHistory(attempt: ReceivedAttempt): void {
    const { endpointId, id, at, body, process, url } = attempt;
    for (const other of open) {
      const isAtWork = other.process && !other.process.dead;
      if (isAtWork && at - other.process.startedAt < RUN_MS) {
        if (ownerOf(other) === ownerOf(attempt) && other.process !== process)
          addProblem(attempt, 'is sent by a second worker of its account at the same time');
      } else {
        open.delete(other);
      }
    }
    const before = sameEvent(attempt);
    if (before.some((each) => each.body !== body))
      addProblem(attempt, 'has a different body than before');
    const last = before.at(-1);
    if (!last?.outcome || askedAgain.has(`${endpointId}#${id}`)) return;
    // A worker with a fault may not have recorded the response.
    if (last.process?.dead !== false || last.process.injectedFaults.length > 0) return;
    if (isAccepted(last)) addProblem(attempt, 'is sent again although it was accepted');
    const isProven = attempts.some((each) => each.url === url && isAccepted(each));
    if (last.url === url && !isProven)
      addProblem(attempt, 'is sent again to an endpoint that never returned 2xx');
    const { posted } = last.outcome;
    const isEarly = at < last.outcome.at + RETRY_AFTER_SECONDS * SECOND_MS;
    if (posted.status === 429 && isEarly)
      addProblem(attempt, 'is sent earlier than Retry-After allows');
  }

  function checkRequest(attempt: ReceivedAttempt, headers: Readonly<Record<string, string>>): void {
    const { endpointId, id, at, body } = attempt;
    const { ['webhook-timestamp']: timestamp = '', ['webhook-signature']: signature = '' } =
      headers;
    if (Number(timestamp) !== Math.floor(at / SECOND_MS)) addProblem(attempt, `is of ${timestamp}`);
    const signatures = signature.split(' ');
    for (const secret of secrets.validAt(endpointId, at))
      if (!signatures.includes(new Webhook(secret).sign(id, new Date(at), body)))
        addProblem(attempt, 'is not signed with a secret that its customer has seen');
    const { type, timestamp: bodyTimestamp, data } = JSON.parse(body) as Record<string, unknown>;
    if (type === TEST_EVENT_TYPE) return;
    const event = facts.events.get(id)?.event;
    const owner = ownerOf(attempt);
    if (!event) addProblem(attempt, 'contains no event');
    else if (event.userId !== owner) addProblem(attempt, `tells ${owner} of ${event.userId}`);
    else if (
      !isDeepStrictEqual(
        [type, bodyTimestamp, data],
        [event.type, new Date(event.at).toISOString(), event.data],
      )
    )
      addProblem(attempt, `contains as its event ${body}`);
  }

  function answerOf({ url, id }: ReceivedAttempt): ReceiverReply {
    const now = clock.now();
    const kind = RECEIVER_KINDS.find((each) => isReceiverOfKind(url, each)) ?? 'takes';
    const stats = statsByUrl.get(url) ?? { first: now, all: 0, events: new Map<string, number>() };
    statsByUrl.set(url, stats);
    stats.all += 1;
    stats.events.set(id, (stats.events.get(id) ?? 0) + 1);
    const request = {
      ofEvent: stats.events.get(id) ?? 1,
      ofAll: stats.all,
      sinceMs: now - stats.first,
    };
    // The first request succeeds, to prove the endpoint. An endpoint that redirects is never
    // proven.
    return stats.all === 1 && kind !== 'moves' ? ACCEPTED : KINDS[kind](request);
  }

  /** Advances the shared clock, only once for attempts that hang concurrently. */
  async function hang(attempt: ReceivedAttempt, ms: number): Promise<void> {
    const { process } = attempt;
    if (process) {
      const byOwner = hung.get(process) ?? new Map<string, number>();
      const count = (byOwner.get(ownerOf(attempt)) ?? 0) + 1;
      hung.set(process, byOwner.set(ownerOf(attempt), count));
      if (count > MAX_HUNG)
        addProblem(attempt, `is the ${count}th of its account that hangs for this worker`);
    }
    for (let turn = 0; turn < HANG_YIELDS; turn += 1) await network.pause();
    clock.advance(Math.max(0, attempt.at + ms - clock.now()));
  }

  async function ask(
    attempt: ReceivedAttempt,
    headers: Readonly<Record<string, string>>,
  ): Promise<WebhookResponse> {
    try {
      const answer = await network.call({
        name: 'receivers.post',
        input: [attempt.url, attempt.id],
        once: true,
        effect: () => {
          attempt.arrivedAt ??= clock.now();
          checkRequest(attempt, headers);
          return answerOf(attempt);
        },
      });
      if (answer === 'hangs') {
        await hang(attempt, TIMEOUT_MS);
        return { status: null, error: 'ETIMEDOUT' };
      }
      if (typeof answer === 'object' && answer.afterMs !== undefined)
        await hang(attempt, answer.afterMs);
      if (answer === 'resets') return { status: null, error: 'ECONNRESET' };
      return { status: answer.status, body: 'so it is', retryAfter: answer.retryAfter };
    } catch (error) {
      if (!(error instanceof CallFailedError)) throw error;
      return { status: null, error: 'ECONNRESET' };
    }
  }

  const webhookClient: WebhookClient = {
    async post(url, headers, body) {
      const process = network.current();
      const at = clock.now();
      if (process && at - process.startedAt >= RUN_MS) process.dead = true;
      if (process?.dead) throw new CrashError('receivers.post');
      const endpointId = facts.endpointAt(url) ?? '';
      const { ['webhook-id']: id = '' } = headers;
      const attempt: ReceivedAttempt = { endpointId, url, id, body, at, process };
      checkHistory(attempt);
      attempts.push(attempt);
      open.add(attempt);
      const posted = await ask(attempt, headers);
      attempt.outcome = { posted, at: clock.now() };
      open.delete(attempt);
      return posted;
    },
  };

  return { attempts, problems, askedAgain, secrets, sameEvent, webhookClient };
}
