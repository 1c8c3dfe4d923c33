import * as z from 'zod/mini';
import { type ErrorCode, errorCatalog } from '../contract/errors.ts';

/**
 * Codes that the client sets itself. `offline`: the device has no network; `unreachable`: no
 * response for another reason; `unreadable`: the client does not understand the response, for
 * example because a proxy sent it.
 */
export type TransportErrorCode = 'offline' | 'unreachable' | 'unreadable';

interface Failure {
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly code: ErrorCode | TransportErrorCode;
  readonly messages?: readonly string[];
  /** Errors by field, for `validation`. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Seconds to wait before retrying, if the response contains them. */
  readonly retryAfter?: number;
  readonly body?: Readonly<Record<string, unknown>>;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | TransportErrorCode;
  readonly messages: readonly string[];
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly retryAfter: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.messages?.join(' ') || failure.code, options);
    this.status = failure.status;
    this.code = failure.code;
    this.messages = failure.messages ?? [];
    this.fields = failure.fields ?? {};
    this.retryAfter = failure.retryAfter;
    this.body = failure.body ?? {};
  }
}

const errorBody = z.looseObject({
  message: z.array(z.string()),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.array(z.string()))),
});

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalog, code);

/**
 * Parses a Retry-After header, which contains seconds or a date (RFC 9110 §10.2.3). Returns
 * seconds; 0 for a past date, undefined if the header is missing or malformed.
 * @param now epoch milliseconds
 */
export function parseRetryAfter(retryAfter: string | null, now: number): number | undefined {
  const value = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/** Converts an unsuccessful response to an error. A proxy's response has no messages. */
export async function parseErrorResponse(response: Response): Promise<ApiError> {
  const { status } = response;
  const retryAfter = parseRetryAfter(response.headers.get('retry-after'), Date.now());
  const json: unknown = await response.json().catch(() => undefined);
  const parsed = z.safeParse(errorBody, json);
  if (!parsed.success) return new ApiError({ status, code: 'unreadable', retryAfter });
  const { message: messages, code: responseCode, fields } = parsed.data;
  // A newer API may return a code that this client does not know, but its messages are still valid.
  const code = isErrorCode(responseCode) ? responseCode : 'unreadable';
  return new ApiError({ status, code, messages, fields, retryAfter, body: parsed.data });
}
