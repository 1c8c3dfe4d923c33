import { getText } from '../../texts/text.ts';
import { type ErrorCode, errorCatalog } from '../errors.ts';

/** Explains the errors whose message, which is for end users, tells API developers too little. */
const ERROR_DESCRIPTIONS: { readonly [C in ErrorCode]?: string } = {
  unauthenticated: 'The session is missing or has ended',
  csrf: 'The header `X-CSRF-Token` is missing or wrong',
  unverified: 'The address needs the one-time code',
  second_factor_required: 'The login needs a proof by one of the `methods`, with the `challenge`',
  reauthentication_required: 'The call needs a new proof by one of the `methods`',
  key_scope: 'The API key lacks the `scope` of this call',
  role_required: 'The role in the account does not allow the call: see `role`',
  sso_link_required: 'The address has another login: log in with it, and call `linkSso`',
  service_failed: 'The connected service did not do what was asked: see `reason`',
  sso_failed: 'Single sign-on failed, is not allowed, or cannot be set up: see `reason`',
  not_found: 'There is no such object, or it was deleted',
  wrong_state: 'The state of the object does not allow the call: an unfinished list has no result',
  request_reused: 'The idempotency key was used for another request, or its list was deleted',
  file_too_large: 'The file exceeds 100 MB, or 20 MB of bounces',
  validation: 'Fields are invalid: see `fields`',
  captcha_required: 'The call needs the solution of a captcha',
  bad_address: 'The text is not an email address',
  // The message names addresses, which Markdown turns into links.
  test_address_only: 'A test key only accepts addresses at sandbox.test',
  bad_file_type:
    'The file name does not end with `.csv` or `.txt`, nor, for bounces, with `.tsv`, `.json`, `.ndjson`, `.eml` or `.mbox`',
  wrong_column: 'The addresses are in another column: `column`, if known',
  code_on_its_way: 'A code was just sent: wait for the seconds in `Retry-After`',
  too_many_requests: 'A rate limit was exceeded: wait for the seconds in `Retry-After`',
  internal: 'The service failed: try again later, and quote `request_id` if it persists',
};

export function describeError(code: ErrorCode): string {
  const { text } = errorCatalog[code];
  return ERROR_DESCRIPTIONS[code] ?? (text === null ? '' : getText('en', text));
}
