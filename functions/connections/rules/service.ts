import type { MarkedStatus } from '../../../shared/model/connections/apply-actions.ts';
import type { SERVICE_FAILURES } from '../../../shared/model/connections/connection.ts';
import type { ServiceName } from '../../../shared/model/connections/service-name.ts';

/** Credentials of a customer's account at a service, which are stored sealed. */
export interface Credentials {
  /** API key, private app token or OAuth access token. */
  readonly token: string;
  /** Part of the host that depends on the account, such as `us6`. */
  readonly dataCenter?: string | undefined;
  /** Set only for OAuth tokens that expire. */
  readonly refreshToken?: string | undefined;
  /** Expiry of the token, in epoch milliseconds. */
  readonly expiresAt?: number | undefined;
}

export interface ServiceRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins with a slash. Callers encode ids. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Statuses other than 2xx that are a result, not a failure. */
  readonly accept?: readonly number[];
}

export interface ServiceResponse {
  readonly status: number;
  /** The parsed JSON; undefined if the body is empty. It is untrusted: parse it with a schema. */
  readonly body: unknown;
}

/**
 * Sends requests with the credentials of one connection. Waits for short rate limits and retries
 * temporary failures.
 * @throws {ServiceError}
 */
export interface ServiceCall {
  send(request: ServiceRequest): Promise<ServiceResponse>;
  /** Downloads a file of the service, such as Brevo's export, from one of its `fileHosts`. */
  download(url: string): AsyncIterable<Uint8Array>;
  now(): number;
}

/**
 * Reasons why a call fails permanently or temporarily: `revoked` if the key is not valid (anymore),
 * `forbidden` if it does not have a permission, `limited` if the service's rate limit lasts longer
 * than a call can wait, `unavailable` for a network error, a timeout or a fault of the service,
 * `not_found` for an audience or contact, and `refused` for any other response that a retry does
 * not change.
 */
export type ServiceFailure = (typeof SERVICE_FAILURES)[number];

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly failure: ServiceFailure;
  /** Milliseconds after which a retry may succeed. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: ServiceFailure, message: string, retryAfterMs?: number) {
    super(message);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Returns the usual meaning of a status, which a service can override. */
export function failureOfStatus(status: number): ServiceFailure {
  if (status === 401) return 'revoked';
  if (status === 403) return 'forbidden';
  if (status === 404 || status === 410) return 'not_found';
  if (status === 429) return 'limited';
  return status >= 500 || status === 408 ? 'unavailable' : 'refused';
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page; undefined on the last page. At most 1,000 characters. */
  readonly next?: string | undefined;
}

/** A list, segment or audience from which contacts can be imported. */
export interface Audience {
  readonly id: string;
  readonly name: string;
}

export interface Contact {
  /** The service's id, by which it finds the contact again. */
  readonly id: string;
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

/** The parts of a contact that our changes can concern. */
export interface ContactState {
  readonly id: string;
  /** Marks that we set: tags at Mailchimp, list memberships elsewhere. */
  readonly marks: readonly MarkedStatus[];
  /** Value of our field; null if it is empty. */
  readonly field: string | null;
  /** Whether the account can send to the contact. */
  readonly subscribed: boolean;
}

export interface ContactChange {
  readonly id: string;
  readonly email: string;
  /** The complete marks after the change; undefined keeps them. */
  readonly marks?: readonly MarkedStatus[] | undefined;
  /** Undefined keeps the value. */
  readonly field?: string | null | undefined;
  /** False unsubscribes or suppresses; true reverses this, if `canResubscribe`. */
  readonly subscribed?: boolean | undefined;
}

export interface ServiceBounce {
  readonly email: string;
  readonly type: 'hard' | 'soft';
  /** The text of the mail server or service. */
  readonly text?: string | undefined;
  /** Time of the campaign, or else of the bounce, in epoch milliseconds. */
  readonly at: number;
}

/** A service with which customers send email. Each is implemented in `services/`. */
export interface Service {
  readonly name: ServiceName;
  /** Origin of the API. @throws {ServiceError} `revoked` for a token without a data center */
  origin(credentials: Credentials): string;
  /** Hosts from which `download` may read, as suffixes with a leading dot. */
  readonly fileHosts?: readonly string[];
  headers(credentials: Credentials): Readonly<Record<string, string>>;
  /**
   * Milliseconds until a call is allowed again, if the response reports a limit in the service's own
   * way; undefined if it reports none. `Retry-After` in seconds with 429 is understood for all.
   */
  retryAfterMs?(status: number, headers: Headers, body: unknown): number | undefined;
  /** Returns the failure that a response means, if the status is not sufficient. */
  failureOf?(status: number, body: unknown): ServiceFailure | undefined;

  /** Reads the name of the account, and tests every permission that the features below need. */
  describeAccount(call: ServiceCall): Promise<{ readonly id: string; readonly name: string }>;
  listAudiences(call: ServiceCall, cursor?: string): Promise<Page<Audience>>;
  /** Returns the number of contacts that `readContacts` yields, according to the service. */
  countContacts(call: ServiceCall, audienceId: string): Promise<number>;
  /**
   * Reads a page of the contacts to whom the account can send. Pages may repeat contacts, but never
   * skip one that is in the audience from the first page to the last.
   */
  readContacts(call: ServiceCall, audienceId: string, cursor?: string): Promise<Page<Contact>>;

  /** Contacts per call of `readStates` and `changeContacts`. */
  readonly batchSize: number;
  /** Whether the vendor documents how to reverse unsubscribing. */
  readonly canResubscribe: boolean;
  /**
   * Creates what changes need and does not exist yet: our field and the lists of marks.
   * @throws {ServiceError} `refused` with the message `no_free_field`
   */
  prepareChanges(
    call: ServiceCall,
    audienceId: string,
    marks: readonly MarkedStatus[],
  ): Promise<void>;
  /** Omits contacts that do not exist anymore. */
  readStates(
    call: ServiceCall,
    audienceId: string,
    contacts: readonly Pick<Contact, 'id' | 'email'>[],
  ): Promise<readonly ContactState[]>;
  /**
   * Makes changes; repeating them has no further effect. Unsubscribes last, so that a contact whom
   * an interrupted call unsubscribed already has all other changes. Returns the ids of contacts
   * that the service did not change, such as contacts deleted in the meantime.
   */
  changeContacts(
    call: ServiceCall,
    audienceId: string,
    changes: readonly ContactChange[],
  ): Promise<readonly string[]>;

  /** Reads bounces of campaigns since a time. Undefined if the service's API provides none. */
  readBounces?(call: ServiceCall, sinceMs: number, cursor?: string): Promise<Page<ServiceBounce>>;
  /** Milliseconds between pages of `readBounces`, if their calls have a limit per hour. */
  readonly bouncePauseMs?: number;
  /** Revokes the credentials at the service, if its API allows that. */
  revoke?(call: ServiceCall, credentials: Credentials): Promise<void>;
}
