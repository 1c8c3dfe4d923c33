import type { FieldProblem } from '../texts/field-problem.ts';
import type { TextKey } from '../texts/text.ts';

/**
 * All documented API errors, with HTTP status and text key. If the text key is `null`, the
 * `message` is empty, because the web app responds to the error with another step instead of a
 * toast.
 */
export const errorCatalog = {
  malformed: { status: 400, text: 'error.malformed' },
  unauthenticated: { status: 401, text: 'error.unauthenticated' },
  wrong_api_key: { status: 401, text: 'error.wrong_api_key' },
  not_enough_credits: { status: 402, text: 'error.not_enough_credits' },
  forbidden: { status: 403, text: 'error.forbidden' },
  csrf: { status: 403, text: 'error.csrf' },
  unverified: { status: 403, text: null },
  terms_required: { status: 403, text: 'error.terms_required' },
  account_inactive: { status: 403, text: 'error.account_inactive' },
  api_paid_only: { status: 403, text: 'error.api_paid_only' },
  wrong_origin: { status: 403, text: 'error.wrong_origin' },
  key_scope: { status: 403, text: 'error.key_scope' },
  second_factor_required: { status: 403, text: null },
  second_factor_missing: { status: 403, text: 'error.second_factor_missing' },
  reauthentication_required: { status: 403, text: null },
  not_found: { status: 404, text: 'error.not_found' },
  method_not_allowed: { status: 405, text: 'error.method_not_allowed' },
  wrong_state: { status: 409, text: 'error.wrong_state' },
  being_updated: { status: 409, text: 'error.being_updated' },
  too_many_endpoints: { status: 409, text: 'error.too_many_endpoints' },
  too_many_keys: { status: 409, text: 'error.too_many_keys' },
  too_many_passkeys: { status: 409, text: 'error.too_many_passkeys' },
  too_many_forms: { status: 409, text: 'error.too_many_forms' },
  gift_limit: { status: 409, text: 'error.gift_limit' },
  first_key: { status: 409, text: 'error.first_key' },
  refund_refused: { status: 409, text: 'error.refund_refused' },
  request_reused: { status: 409, text: 'error.request_reused' },
  expired: { status: 410, text: 'error.expired' },
  link_expired: { status: 410, text: 'error.link_expired' },
  challenge_expired: { status: 410, text: 'error.challenge_expired' },
  file_too_large: { status: 413, text: 'error.file_too_large' },
  payload_too_large: { status: 413, text: 'error.payload_too_large' },
  unsupported_media_type: { status: 415, text: 'error.unsupported_media_type' },
  validation: { status: 422, text: 'error.validation' },
  wrong_credentials: { status: 422, text: 'error.wrong_credentials' },
  wrong_code: { status: 422, text: 'error.wrong_code' },
  wrong_factor: { status: 422, text: 'error.wrong_factor' },
  registration_required: { status: 422, text: 'error.registration_required' },
  captcha_required: { status: 422, text: 'error.captcha_required' },
  bad_address: { status: 422, text: 'error.bad_address' },
  test_address_only: { status: 422, text: 'error.test_address_only' },
  bad_file_type: { status: 422, text: 'error.bad_file_type' },
  not_text: { status: 422, text: 'error.not_text' },
  spreadsheet_file: { status: 422, text: 'error.spreadsheet_file' },
  other_format: { status: 422, text: 'error.other_format' },
  empty_file: { status: 422, text: 'error.empty_file' },
  no_address: { status: 422, text: 'error.no_address' },
  wrong_column: { status: 422, text: 'error.wrong_column' },
  wrong_separator: { status: 422, text: 'error.wrong_separator' },
  addresses_lost: { status: 422, text: 'error.addresses_lost' },
  line_too_long: { status: 422, text: 'error.line_too_long' },
  too_many_addresses: { status: 422, text: 'error.too_many_addresses' },
  too_many_for_sheet: { status: 422, text: 'error.too_many_for_sheet' },
  too_many_rows: { status: 422, text: 'error.too_many_rows' },
  selection_too_large: { status: 422, text: 'error.selection_too_large' },
  code_on_its_way: { status: 429, text: 'error.code_on_its_way' },
  daily_bound: { status: 429, text: 'error.daily_bound' },
  too_many_requests: { status: 429, text: 'error.too_many_requests' },
  checks_unavailable: { status: 503, text: 'error.checks_unavailable' },
  payment_unavailable: { status: 503, text: 'error.payment_unavailable' },
  service_paused: { status: 503, text: 'error.service_paused' },
  internal: { status: 500, text: 'error.internal' },
} as const;

export type ErrorCode = keyof typeof errorCatalog;

/** Security-relevant events. The log records them with the account and the network. */
export type SecurityEvent =
  | 'login_failed'
  | 'code_failed'
  | 'csrf_refused'
  | 'limit_reached'
  | 'key_refused'
  | 'key_reset'
  | 'key_made'
  | 'key_revoked'
  | 'session_ended'
  | 'access_ended'
  | 'password_changed'
  | 'factor_failed'
  | 'factor_added'
  | 'factor_removed'
  | 'factor_reset_requested'
  | 'factor_reset_canceled'
  | 'recovery_code_used'
  | 'recovery_codes_made'
  | 'admin_action';

export interface Quota {
  readonly name: string;
  /** Number of calls allowed in `seconds`. */
  readonly calls: number;
  readonly seconds: number;
  readonly left: number;
  /** Whole seconds until the next call is allowed; at least 1. */
  readonly moreAfter: number;
}

export interface ErrorExtras {
  /** Text to use instead of the code's own text, which is less specific. */
  text?: TextKey;
  /** Problems of each field, for `validation`. */
  fields?: Record<string, readonly FieldProblem[]>;
  /** Seconds for the `Retry-After` header; set for `too_many_requests` and `code_on_its_way`. */
  retryAfter?: number;
  /** The exceeded limit, which the response reports in its `RateLimit` header. */
  quota?: Quota | undefined;
  body?: Record<string, unknown>;
  /** Internal: security event to log if it does not follow from the code. */
  security?: SecurityEvent;
  /** Internal: id of the affected account, to log. */
  account?: string | undefined;
}

/** A documented error. Any other thrown error becomes a 500 response without details. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly extras: ErrorExtras;

  constructor(code: ErrorCode, extras: ErrorExtras = {}, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.extras = extras;
  }
}
