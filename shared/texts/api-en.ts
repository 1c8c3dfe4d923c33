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
  'error.wrong_login': 'This invitation is for another address',
  'error.invitations_paid_only': 'You can invite others after your first payment',
  'error.address_lost':
    'Another account uses the domain of this address, so an email no longer proves who you are. Contact support to set a new password',
  'error.sso_domain_only':
    'This account requires single sign-on: you can invite only addresses at its domain',
  'error.sso_required': 'This account requires single sign-on',
  'error.sso_failed': 'Single sign-on failed',
  'error.service_failed': 'The other service did not do this',
  'error.owns_other_account':
    'You are the owner of another account, which you must transfer or close first',
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
  'error.malformed': 'This request could not be read',
  'error.unauthenticated': 'Please log in again',
  'error.csrf': 'This page is out of date, please reload it and try again',
  'error.second_factor_missing': 'Please add a second factor on the Security page first',
  'error.too_many_connections': 'You have 10 connections, which is the most',
  'error.too_many_forms': 'You have 20 forms, which is the most: please delete one first',
  'error.too_many_keys': 'You have 20 API keys, which is the most: please revoke one first',
  'error.too_many_passkeys': 'You have 5 passkeys, which is the most: please remove one first',
  'error.first_key': 'The first API key cannot be revoked, it can be reset',
  'error.refund_refused': 'Stripe refuses this refund',
  'error.challenge_expired': 'This took too long, please try again',
  'error.payload_too_large': 'This request carries too much data',
  'error.wrong_credentials': 'The email or the password is wrong',
  'error.wrong_code': 'This code is wrong or no longer valid',
  'error.wrong_factor': 'This code or passkey is wrong or was already used',
  'error.code_on_its_way':
    'The last code is on its way. You can ask for another one after a minute',
  'error.api_paid_only': 'API access is reserved to paid users',
  'error.bad_address': 'Email is not valid email',
  'error.bad_file_type': 'Only .csv and .txt files are accepted: save a spreadsheet as CSV',
  'error.not_text': 'This file is not a text file',
  'error.empty_file': 'This file is empty',
  'error.no_address': 'This file contains no email address',
  'error.wrong_column': 'The column to read has no email addresses, but another one does',
  'error.line_too_long': 'This file has a line that is too long',
  'field.wrong_password': 'The current password is wrong',
  'field.same_password': 'This is already your password, please choose another one',
  'field.common_password': 'This password is too easy to guess, please choose another one',
  'field.top_up_level': 'The pack has fewer credits than the level',
  'field.top_up_unpaid': 'Buy a pack or subscribe once, then packs can be bought automatically',
  'field.key_event': 'An API key gets only events that its scopes let it read, and never payments',
  'check.pending': 'This email is still being verified',
  'check.valid': 'This email is valid',
  'check.unknown': 'This email could not be verified',
  'check.unknown_free': 'This email could not be verified, no credit was used',
} as const;
