import { Stripe } from 'stripe';
import type { Clock } from '../../functions/platform/clock.ts';
import {
  type ApiRequest,
  type ApiResponse,
  respondToCall,
} from '../../localstack/embedded/stripe/api/api.ts';
import { createAccount } from '../../localstack/embedded/stripe/create-account.ts';
import { emptyState } from '../../localstack/embedded/stripe/model/objects.ts';
import type { Delivery, State } from '../../localstack/embedded/stripe/model/state.ts';
import { createStripeControl } from './stripe-control.ts';

/** An event on its way to an endpoint. */
export interface DueEvent {
  readonly delivery: Delivery;
  /** As it is signed and sent. */
  readonly payload: string;
}

/** The model of the fake of Stripe without its server: nothing happens before it is asked. */
export interface MemoryStripe {
  readonly state: State;
  respond(request: ApiRequest): ApiResponse;
  /** What people do at Stripe: `program('/stripe/sessions/ID/pay', { card: 'ok' })`. */
  program(path: string, body: object): unknown;
  /** Events that are to be delivered now. */
  due(): DueEvent[];
  /** Notes whether an endpoint took an event; what was not taken comes again later. */
  noteDelivery(delivery: Delivery, taken: boolean): void;
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
  const account = createAccount({
    state,
    realNow: () => clock.now(),
    newId,
    origin: () => 'https://stripe.test',
  });

  const control = createStripeControl();

  return {
    state,

    respond(request) {
      account.catchUp();
      return respondToCall(account, secretKey, request);
    },

    program(path, body) {
      account.catchUp();
      return control.run(account, path, body);
    },

    due() {
      account.catchUp();
      return state.deliveries.flatMap((delivery) => {
        const event = state.events[delivery.event];
        if (!event || delivery.nextAt === null || delivery.nextAt > clock.now()) return [];
        if (state.webhookEndpoints[delivery.endpoint]?.status !== 'enabled') {
          delivery.nextAt = null;
          return [];
        }
        return [{ delivery, payload: JSON.stringify(event) }];
      });
    },

    noteDelivery(delivery, taken) {
      delivery.attempts += 1;
      delivery.delivered ||= taken;
      delivery.nextAt =
        delivery.delivered || delivery.attempts >= ATTEMPTS ? null : clock.now() + PAUSE_MS;
    },
  };
}

class MemoryResponse extends Stripe.HttpClientResponse {
  readonly #body: string;
  constructor({ status, body }: ApiResponse) {
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

/** Sends the requests of the SDK where `respond` says. What it throws is a broken connection. */
export class StripeHttpClient extends Stripe.HttpClient {
  readonly #respond: (request: ApiRequest) => Promise<ApiResponse>;
  constructor(respond: (request: ApiRequest) => Promise<ApiResponse>) {
    super();
    this.#respond = respond;
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
  ): Promise<MemoryResponse> {
    const lower = Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ]);
    const given = { method, url, headers: Object.fromEntries(lower), body: requestData ?? '' };
    return new MemoryResponse(await this.#respond(given));
  }
}
