/** Texts that the web app does not load, because it reads them from API responses. */
export const apiEn = {
  'usage.free_answers': 'Free answers today: {used} of {limit}',
  'error.not_json': 'The body is not a valid JSON object',
  'error.wrong_api_key':
    'The API key is missing, mistyped, revoked or was reset. Copy it from the API page, and send it in the header X-Api-Key',
  'error.key_scope': 'This API key does not have the scope that this call needs',
  'error.role_required': 'Your role in this account does not allow this',
  'error.not_a_member': 'You are not a member of this account',
  'error.no_account': 'This person has no account, only access to those of others',
  'error.wrong_login': 'This invitation is for another address: log in with that one',
  'error.invitations_paid_only': 'You can invite others after your first payment',
  'error.already_member': 'This person is already a member of the account',
  'error.too_many_members': 'An account can have 50 members, and a person can join 20 accounts',
  'error.method_not_allowed': 'This URL does not allow this HTTP method',
  'error.wrong_origin': 'This key is not for pages of this origin',
  'error.daily_bound': 'This form has reached its limit for today',
  'error.request_reused': 'This Idempotency-Key was used for another request; use a new one',
  'error.unsupported_media_type':
    'Please send JSON (application/json) or, with a file, a multipart form',
  'error.registration_required':
    'This address was registered more than once: send `registration`, or your password, with the code',
  'error.test_address_only':
    'A test key checks only the test addresses: deliverable@sandbox.test, undeliverable@sandbox.test, risky@sandbox.test and unknown@sandbox.test',
  'error.too_many_for_sheet':
    'Too much for an Excel sheet, which holds 1,048,575 rows, and here 5,000,000 cells: choose fewer rows or columns, or CSV',
  'error.selection_too_large':
    'These rows and columns make too large a file: choose fewer, or the whole result',
  'error.bounce_file_too_large': 'The file is larger than 20 MB',
  'error.bounce_file_type':
    'Only .csv, .tsv, .txt, .json, .ndjson, .eml and .mbox files are accepted: save a spreadsheet as CSV',
  'error.addresses_lost':
    'Rows of this file cannot be read without losing email addresses. Check its quotes and separators',
  'error.wrong_separator':
    'Every email address in this file has other text around it. Send `separator` to cut it off, or `as_is`',
  'error.other_format':
    'This file is a vCard, LDIF, HTML, XML or JSON file, not a list. Export it as CSV',
  'error.spreadsheet_file':
    'This file is a spreadsheet: save it as CSV, or upload it in the web app, which reads .xlsx',
  'error.too_many_endpoints':
    'You have 10 webhook endpoints, which is the most: please delete one first',
  'error.gift_limit': 'You can give 100,000 credits a day, which this gift would exceed',
  'error.being_updated': 'This list is being updated. Try again in a minute',
  'error.service_paused': 'Tamis is paused for maintenance, please try again later',
  'error.checks_unavailable': 'Checks are not available at the moment, please try again later',
} as const;
