import { PASSWORD_MAX_LENGTH } from '../model/account.ts';
import {
  MAX_ADDRESSES,
  MAX_LIST_NAME_LENGTH,
  MAX_ROWS,
  MAX_UPLOAD_BYTES,
} from '../model/upload-limits.ts';

const addresses = MAX_ADDRESSES.toLocaleString('en');
const rows = MAX_ROWS.toLocaleString('en');
const megabytes = MAX_UPLOAD_BYTES / 1024 ** 2;

/** English texts that the server and the web app share. Other languages have the same keys. */
export const en = {
  'field.origin': 'Please enter an https origin without a path',
  'field.required': 'This field is required',
  'field.invalid': 'This value is not valid',
  'field.type': 'Please use a value of this type:',
  'field.whole_number': 'Please enter a whole number',
  'field.not_allowed': 'Please use one of these values:',
  'field.minimum': 'The minimum is',
  'field.maximum': 'The maximum is',
  'field.too_long': 'This text is too long',
  'field.month': 'Please use a month such as 2026-11',
  'field.repeated': 'Each value may appear only once',
  'field.email': 'Email is not valid email',
  'field.email_ascii':
    'We cannot write to addresses with accents or another script before the @, please use another one',
  'field.password': 'Your password must be 8 characters long and must include letters and numbers',
  'field.password_too_long': `Your password may have ${PASSWORD_MAX_LENGTH} characters at most`,
  'field.common_password': 'This password is too easy to guess, please choose another one',
  'field.confirm_password': "The confirm password doesn't match the password",
  'field.wrong_password': 'The current password is wrong',
  'field.same_password': 'This is already your password, please choose another one',
  'field.otp': 'The code has 4 digits',
  'field.language': 'Please choose English or French',
  'field.top_up_level': 'The pack has fewer credits than the level',
  'field.top_up_unpaid': 'Buy a pack or subscribe once, then packs can be bought automatically',
  'field.list_name': `The list name may have ${MAX_LIST_NAME_LENGTH} characters at most`,
  'field.endpoint_url': 'Please enter an https URL of a public host, without a user name or #',
  'field.key_event': 'An API key gets only events that its scopes let it read, and never payments',
  'field.vat_number': 'This is not a VAT number, or not the one of this SIREN',
  'field.postal_code': 'This postal code does not exist in this country',
  'field.siren': 'This is not a valid SIREN of nine digits',

  'error.offline': 'You are offline, please try again once you are connected',
  'error.malformed': 'This request could not be read',
  'error.unauthenticated': 'Please log in again',
  'error.not_enough_credits': 'Not enough credits: please buy a pack or a plan',
  'error.forbidden': 'You do not have access to this',
  'error.csrf': 'This page is out of date, please reload it and try again',
  'error.terms_required': 'Please accept the general conditions first',
  'error.account_inactive': 'Your account is inactive, contact support',
  'error.api_paid_only': 'API access is reserved to paid users',
  'error.second_factor_missing': 'Please add a second factor on the Security page first',
  'error.not_found': 'This does not exist, or no longer does',
  'error.too_many_forms': 'You have 20 forms, which is the most: please delete one first',
  'error.too_many_keys': 'You have 20 API keys, which is the most: please revoke one first',
  'error.too_many_passkeys': 'You have 5 passkeys, which is the most: please remove one first',
  'error.first_key': 'The first API key cannot be revoked, it can be reset',
  'error.wrong_state': 'This is not possible in the current state',
  'error.refund_refused': 'Stripe refuses this refund',
  'error.expired': 'This file or link has expired',
  'error.link_expired':
    'This link has expired or was used before. You can ask for a new one on the login page',
  'error.challenge_expired': 'This took too long, please try again',
  'error.file_too_large': `The file is larger than ${megabytes} MB`,
  'error.payload_too_large': 'This request carries too much data',
  'error.validation': 'Please check the fields of the form',
  'error.wrong_credentials': 'The email or the password is wrong',
  'error.wrong_code': 'This code is wrong or no longer valid',
  'error.wrong_factor': 'This code or passkey is wrong or was already used',
  'error.captcha_required': 'Captcha is Required',
  'error.bad_address': 'Email is not valid email',
  'error.bad_file_type': 'Only .csv and .txt files are accepted: save a spreadsheet as CSV',
  'error.not_text': 'This file is not a text file',
  'error.empty_file': 'This file is empty',
  'error.no_address': 'This file contains no email address',
  'error.wrong_column': 'The column to read has no email addresses, but another one does',
  'error.line_too_long': 'This file has a line that is too long',
  'error.too_many_addresses': `This file has more than ${addresses} email addresses`,
  'error.too_many_rows': `This file has more than ${rows} lines`,
  'error.code_on_its_way':
    'The last code is on its way. You can ask for another one after a minute',
  'error.too_many_requests': 'Too many attempts, please wait a moment and try again',
  'error.payment_unavailable': 'Payments are not available at the moment, please try again later',
  'error.internal': 'Something Went Wrong Try Again',

  'check.pending': 'This email is still being verified',
  'check.valid': 'This email is valid',
  'check.invalid': 'This email is invalid',
  'check.unknown': 'This email could not be verified',
  'check.unknown_free': 'This email could not be verified, no credit was used',

  'watch.insufficient_credit': 'There were not enough credits to recheck the list',
  'watch.too_many_credits': 'A recheck could take more credits than you allowed',
  'watch.canceled': 'The recheck could not be completed',
  'reason.insufficient_credit': 'There are not enough credits for this list',
  'reason.operator': 'The processing was stopped by our team',
  'reason.account_inactive': 'The account is inactive',
  'reason.daily_limit':
    'The free account has had its inconclusive results of today; the list continues tomorrow',
  'reason.not_text': 'The file is not a text file',
  'reason.spreadsheet_file':
    'The file is a spreadsheet: save it as CSV, or upload it in the web app, which reads .xlsx',
  'reason.other_format': 'The file is a vCard, LDIF, HTML, XML or JSON file, not a list',
  'reason.empty_file': 'The file is empty',
  'reason.no_address': 'The file contains no email address',
  'reason.wrong_column': 'The column to read has no email addresses, but another one does',
  'reason.wrong_separator': 'Every email address in the file has other text around it',
  'reason.addresses_lost': 'Rows of the file cannot be read without losing email addresses',
  'reason.line_too_long': 'The file has a line that is too long',
  'reason.too_many_addresses': `The file has more than ${addresses} email addresses`,
  'reason.too_many_rows': `The file has more than ${rows} lines`,
  'reason.file_too_large': `The file is larger than ${megabytes} MB`,
  'reason.too_many_refusals':
    'Most addresses of a domain do not exist, as if they were guessed; contact support',
  'reason.paused_too_long': 'The list was paused for more than 30 days',
  'reason.processing_failed':
    'The list could not be processed, which is our fault. None of its credits were used',
} as const;

export type TextKey = keyof typeof en;
export type Texts = Readonly<Record<TextKey, string>>;
