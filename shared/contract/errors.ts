import type { FieldProblem } from '../texts/field-problem.ts';
import type { TextKey } from '../texts/text.ts';

/** All documented API errors, with their HTTP status. */
const STATUS_BY_CODE = {
  malformed: 400,
  unauthenticated: 401,
  wrong_api_key: 401,
  not_enough_credits: 402,
  forbidden: 403,
  csrf: 403,
  unverified: 403,
  terms_required: 403,
  account_inactive: 403,
  api_paid_only: 403,
  wrong_origin: 403,
  key_scope: 403,
  role_required: 403,
  not_a_member: 403,
  wrong_login: 403,
  sso_required: 403,
  address_lost: 403,
  sso_domain_only: 403,
  invitations_paid_only: 403,
  second_factor_required: 403,
  second_factor_missing: 403,
  reauthentication_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  wrong_state: 409,
  being_updated: 409,
  too_many_endpoints: 409,
  too_many_connections: 409,
  too_many_keys: 409,
  too_many_passkeys: 409,
  too_many_forms: 409,
  too_many_members: 409,
  already_member: 409,
  owns_other_account: 409,
  sso_link_required: 409,
  gift_limit: 409,
  first_key: 409,
  refund_refused: 409,
  request_reused: 409,
  expired: 410,
  link_expired: 410,
  challenge_expired: 410,
  file_too_large: 413,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation: 422,
  wrong_credentials: 422,
  wrong_code: 422,
  wrong_factor: 422,
  registration_required: 422,
  sso_failed: 422,
  service_failed: 422,
  captcha_required: 422,
  bad_address: 422,
  test_address_only: 422,
  bad_file_type: 422,
  not_text: 422,
  spreadsheet_file: 422,
  other_format: 422,
  empty_file: 422,
  no_address: 422,
  wrong_column: 422,
  wrong_separator: 422,
  addresses_lost: 422,
  line_too_long: 422,
  too_many_addresses: 422,
  too_many_for_sheet: 422,
  too_many_rows: 422,
  selection_too_large: 422,
  code_on_its_way: 429,
  daily_bound: 429,
  too_many_requests: 429,
  checks_unavailable: 503,
  payment_unavailable: 503,
  service_paused: 503,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/**
 * Errors whose `message` is empty, because the web app responds to them with another step instead
 * of a toast.
 */
const WITHOUT_TEXT = [
  'unverified',
  'second_factor_required',
  'reauthentication_required',
  'sso_link_required',
] as const satisfies readonly ErrorCode[];
type ErrorWithoutText = (typeof WITHOUT_TEXT)[number];

type ErrorCatalog = {
  readonly [C in ErrorCode]: {
    readonly status: (typeof STATUS_BY_CODE)[C];
    /** Key of the error's text; null if its `message` is empty. */
    readonly text: C extends ErrorWithoutText ? null : `error.${C}`;
  };
};

function createErrorCatalog(): ErrorCatalog {
  const rows = Object.entries(STATUS_BY_CODE).map(([code, status]) => {
    const text = WITHOUT_TEXT.some((each) => each === code) ? null : `error.${code}`;
    return [code, { status, text }];
  });
  return Object.fromEntries(rows) as ErrorCatalog;
}

/** All documented API errors, with HTTP status and text key. */
export const errorCatalog = /* @__PURE__ */ createErrorCatalog();

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
