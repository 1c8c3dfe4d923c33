/** Failure of a call after all retries, of a list or report, or of a signature verification. */
export class TamisError extends Error {
  override readonly name = 'TamisError';
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  /**
   * A stable code of the API. This library adds `unreachable` (no response), `unreadable` (not a
   * response of the API), `redirected` (a redirect to another URL), `list_paused`, `list_canceled`,
   * `report_failed`, `import_failed`, `import_paused`, `apply_failed`, `apply_paused`, `wrong_signature`, `wrong_timestamp` and `wrong_token`.
   */
  readonly code: string;
  /** Human-readable messages. */
  readonly messages: readonly string[];
  /** The problems of each field, for the code `validation`. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The column that contains the addresses, from 1, for `wrong_column`; undefined if unknown. */
  readonly column: number | undefined;
  /** The separator of the text around the addresses, for `wrong_separator`. */
  readonly separator: string | undefined;
  /** Id of the call; quote it when you contact support. */
  readonly requestId: string | undefined;
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | undefined;
  /** Idempotency key of the call; retry with it to avoid paying twice. */
  readonly idempotencyKey: string | undefined;

  constructor(
    failure: Pick<TamisError, 'status' | 'code'> & Partial<TamisError>,
    options?: ErrorOptions,
  ) {
    super([failure.code, failure.messages?.join(' ')].filter(Boolean).join(': '), options);
    this.status = failure.status;
    this.code = failure.code;
    this.messages = failure.messages ?? [];
    this.fields = failure.fields ?? {};
    this.column = failure.column;
    this.separator = failure.separator;
    this.requestId = failure.requestId;
    this.retryAfter = failure.retryAfter;
    this.idempotencyKey = failure.idempotencyKey;
  }
}

/**
 * Returns the seconds of a Retry-After header, which is a number or a date (RFC 9110 §10.2.3);
 * undefined if it is neither.
 */
function secondsOf(retryAfter: string): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

/**
 * Returns the message of the underlying cause, because `fetch` itself only reports that it failed.
 */
export function describeCause(thrown: unknown): string {
  const { message, cause } = thrown as Error;
  return cause instanceof Error ? cause.message || String(cause) : message;
}

const REDIRECT_MESSAGE =
  'The service responded with a redirect. Please check that the base URL is right and uses https.';

interface ErrorBody extends Partial<Pick<TamisError, 'fields' | 'column' | 'separator'>> {
  readonly code: string;
  readonly message?: string[];
  readonly request_id?: string;
}

const UNREADABLE_BODY: ErrorBody = {
  code: 'unreadable',
  message: ['The response is not JSON. Please check the base URL.'],
};

export async function parseError(response: Response): Promise<TamisError> {
  const { status, type, headers } = response;
  // Browsers hide the status of a redirect that they do not follow (Fetch, "opaqueredirect").
  if (type === 'opaqueredirect' || (status >= 300 && status < 400))
    return new TamisError({ status: 302, code: 'redirected', messages: [REDIRECT_MESSAGE] });
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  const {
    message: messages,
    request_id: requestId,
    ...error
  } = typeof body?.code === 'string' ? body : UNREADABLE_BODY;
  const retryAfter = secondsOf(headers.get('retry-after') ?? '');
  return new TamisError({ ...error, status, messages, requestId, retryAfter });
}
