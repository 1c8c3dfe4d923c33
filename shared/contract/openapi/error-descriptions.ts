import { getText } from '../../texts/text.ts';
import { type ErrorCode, errorCatalog } from '../errors.ts';

/** Explains the errors whose message, which is for end users, tells API developers too little. */
const ERROR_DESCRIPTIONS: { readonly [C in ErrorCode]?: string } = {
  malformed: 'The body, the query or a path parameter could not be parsed',
  unauthenticated: 'The session is missing or has ended',
  wrong_api_key: 'The API key is missing, unknown or revoked',
  not_enough_credits: 'The account has too few credits for the call',
  forbidden: 'The user may not make this call',
  csrf: 'The header `X-CSRF-Token` is missing or wrong',
  unverified: 'The address needs the one-time code',
  terms_required: 'The user has not accepted the current terms',
  second_factor_required: 'The login needs a proof by one of the `methods`, with the `challenge`',
  second_factor_missing: 'The user must add a second factor first',
  reauthentication_required: 'The call needs a new proof by one of the `methods`',
  api_paid_only: 'A live key needs an account with a purchase',
  key_scope: 'The API key lacks the `scope` of this call',
  not_found: 'There is no such object, or it was deleted',
  method_not_allowed: 'The path does not support the method',
  wrong_state: 'The state of the object does not allow the call: an unfinished list has no result',
  request_reused: 'The idempotency key was used for another request, or its list was deleted',
  expired: 'The result or the link has expired',
  challenge_expired: 'The challenge has expired or was used',
  file_too_large: 'The file exceeds 100 MB, or 20 MB of bounces',
  payload_too_large: 'The body exceeds the limit of the call',
  unsupported_media_type: 'The `Content-Type` is not supported',
  validation: 'Fields are invalid; `fields` has the problems of each',
  wrong_code: 'The code is wrong or has expired',
  captcha_required: 'The call needs the solution of a captcha',
  bad_address: 'The text is not an email address',
  bad_file_type:
    'The name of the file does not end with `.csv` or `.txt`, nor, for bounces, with `.tsv`, `.json`, `.ndjson`, `.eml` or `.mbox`',
  wrong_column: 'The addresses are in another column: `column`, if known',
  line_too_long: 'A row exceeds 65,536 characters',
  code_on_its_way: 'A code was just sent: wait for the seconds in `Retry-After`',
  daily_bound: 'The form has spent its credits of today',
  too_many_requests: 'A rate limit was exceeded: wait for the seconds in `Retry-After`',
  checks_unavailable:
    'All mail checks are busy, and nothing was charged: wait for the seconds in `Retry-After`',
  internal: 'The service failed: try again later, and quote `request_id` if it persists',
};

export function describeError(code: ErrorCode): string {
  const { text } = errorCatalog[code];
  return ERROR_DESCRIPTIONS[code] ?? (text === null ? '' : getText('en', text));
}
