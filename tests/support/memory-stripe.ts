import { Stripe } from 'stripe';
import { recordEvent } from '../../localstack/embedded/stripe/events/record.ts';
import { noFaults } from '../../localstack/embedded/stripe/faults.ts';
import { type ApiAnswer, answerApi } from '../../localstack/embedded/stripe/http/api.ts';
import { createClock } from '../../localstack/embedded/stripe/model/clock.ts';
import type { Delivery, State } from '../../localstack/embedded/stripe/model/state.ts';
import { emptyState } from '../../localstack/embedded/stripe/model/state.ts';
import type { World } from '../../localstack/embedded/stripe/model/world.ts';
import { findProgram } from '../../localstack/embedded/stripe/programs.ts';
import type { Clock } from '../../functions/platform/clock.ts';

/** A request of the SDK. */
export interface StripeRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An event on its way to an endpoint. */
export interface DueEvent {
  readonly delivery: Delivery;
  /** As it is signed and sent. */
  readonly payload: string;
}

/** The model of the fake of Stripe without its server: nothing happens before it is asked. */
export interface MemoryStripe {
  readonly state: State;
  answer(request: StripeRequest): ApiAnswer;
  /** What customers and people at Stripe do: `program('/stripe/sessions/ID/pay', { card: 'ok' })`. */
  program(path: string, body: object): unknown;
  /** Events that are to be delivered now. */
  due(): DueEvent[];
  /** Notes how an endpoint answered; what was not taken comes again later. */
  answered(delivery: Delivery, taken: boolean): void;
}

/** Stripe tries for three days in live mode; here the pause is always an hour. */
const ATTEMPTS = 72;
const PAUSE_MS = 3_600_000;

/**
 * @param newId makes an id behind a prefix
 * @param state what there is at the beginning
 */
export function createMemoryStripe(
  clock: Clock,
  secretKey: string,
  newId: (prefix: string) => string,
  state: State = emptyState(),
): MemoryStripe {
  const fakeClock = createClock(state, () => clock.now());
  const world: World = {
    state,
    now: () => fakeClock.now(),
    newId,
    origin: 'https://stripe.test',
    webhookSecret: undefined,
    canFinalize: () => true,
    emit: (type, object, previous) => {
      recordEvent(state, {
        id: newId('evt'),
        type,
        object,
        previous,
        created: fakeClock.now(),
        idempotencyKey: null,
        requestId: null,
        sendAt: clock.now(),
      });
    },
  };

  return {
    state,

    answer({ method, url, headers, body }) {
      fakeClock.catchUp(world);
      const header = (name: string) =>
        Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
      return answerApi(world, secretKey, noFaults(), {
        method,
        url,
        authorization: header('authorization'),
        version: header('stripe-version'),
        idempotencyKey: header('idempotency-key'),
        body,
      });
    },

    program(path, body) {
      fakeClock.catchUp(world);
      const found = findProgram(path);
      if (!found) throw new TypeError(`${path} is no program of the fake`);
      return found.run({ world, clock: fakeClock, setFaults: () => undefined }, body, found.id);
    },

    due() {
      fakeClock.catchUp(world);
      return state.deliveries.flatMap((delivery) => {
        const event = state.events[delivery.event];
        if (!event || delivery.nextAt === null || delivery.nextAt > clock.now()) return [];
        return [{ delivery, payload: JSON.stringify(event) }];
      });
    },

    answered(delivery, taken) {
      delivery.attempts += 1;
      delivery.delivered ||= taken;
      delivery.nextAt =
        delivery.delivered || delivery.attempts >= ATTEMPTS ? null : clock.now() + PAUSE_MS;
    },
  };
}

class Answered extends Stripe.HttpClientResponse {
  readonly #body: string;
  constructor({ status, body }: ApiAnswer) {
    super(status, { 'content-type': 'application/json' });
    this.#body = body;
  }
  override getRawResponse(): object {
    return {};
  }
  override async toJSON(): Promise<unknown> {
    return JSON.parse(this.#body);
  }
}

/** Sends the requests of the SDK where `answer` says. What it throws is a broken connection. */
export class StripeHttpClient extends Stripe.HttpClient {
  readonly #answer: (request: StripeRequest) => Promise<ApiAnswer>;
  constructor(answer: (request: StripeRequest) => Promise<ApiAnswer>) {
    super();
    this.#answer = answer;
  }
  override getClientName(): string {
    return 'memory';
  }
  override async makeRequest(
    _host: string,
    _port: string,
    url: string,
    method: string,
    headers: object,
    requestData: string,
  ): Promise<Answered> {
    const text = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const given = { method, url, headers: Object.fromEntries(text), body: requestData ?? '' };
    return new Answered(await this.#answer(given));
  }
}
