/** A request to a service, as its fake receives it. */
export interface FakeRequest {
  readonly method: string;
  /** Host that the product addressed, such as `us6.api.mailchimp.com`. */
  readonly host: string;
  /** Path and query, beginning with a slash. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface FakeResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
}

/** One service: how its hosts respond, and the contents of its account. */
export interface FakeService {
  readonly hosts: RegExp;
  respond(request: FakeRequest): FakeResponse | Promise<FakeResponse>;
}
