import * as z from 'zod/mini';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import { secondsOf } from './limits/retry-after.ts';

/**
 * Failures the API has no code for: the device has no network, no response came for another cause,
 * or one that is none of the API's own.
 */
export type TransportCode = 'offline' | 'unreachable' | 'unreadable';

interface Failure {
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly code: ErrorCode | TransportCode;
  /** Sentences to show, in the language that was asked for. */
  readonly messages?: readonly string[];
  /** What is wrong with which field, on `validation`. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Seconds to wait, if the response says so. */
  readonly retryAfter?: number;
  /** The whole body of the response. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A call that failed, as the caller of the client sees it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | TransportCode;
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

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/** The error of a response that was no success. One from a proxy has no sentences. */
export async function errorOf(response: Response): Promise<ApiError> {
  const { status } = response;
  const retryAfter = secondsOf(response.headers.get('retry-after'), Date.now());
  const json: unknown = await response.json().catch(() => undefined);
  const parsed = z.safeParse(errorBody, json);
  if (!parsed.success) return new ApiError({ status, code: 'unreadable', retryAfter });
  const { message: messages, code: given, fields } = parsed.data;
  // A newer API may have codes that this client does not know; its sentences can be shown.
  const code = isErrorCode(given) ? given : 'unreadable';
  return new ApiError({ status, code, messages, fields, retryAfter, body: parsed.data });
}
