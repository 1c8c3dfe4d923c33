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
  'field.confirm_password': "The confirm password doesn't match the password",
  'field.otp': 'The code has 4 digits',
  'field.language': 'Please choose English or French',
  'field.list_name': `The list name may have ${MAX_LIST_NAME_LENGTH} characters at most`,
  'field.endpoint_url': 'Please enter an https URL of a public host, without a user name or #',
  'field.vat_number': 'This is not a VAT number, or not the one of this SIREN',
  'field.postal_code': 'This postal code does not exist in this country',
  'field.siren': 'This is not a valid SIREN of nine digits',

  'error.offline': 'You are offline, please try again once you are connected',
  'error.not_enough_credits': 'Not enough credits: please buy a pack or a plan',
  'error.forbidden': 'You do not have access to this',
  'error.terms_required': 'Please accept the general conditions first',
  'error.account_inactive': 'Your account is inactive, contact support',
  'error.not_found': 'This does not exist, or no longer does',
  'error.wrong_state': 'This is not possible in the current state',
  'error.expired': 'This file or link has expired',
  'error.link_expired':
    'This link has expired or was used before. You can ask for a new one on the login page',
  'error.file_too_large': `The file is larger than ${megabytes} MB`,
  'error.validation': 'Please check the fields of the form',
  'error.captcha_required': 'Captcha is Required',
  'error.too_many_addresses': `This file has more than ${addresses} email addresses`,
  'error.too_many_rows': `This file has more than ${rows} lines`,
  'error.too_many_requests': 'Too many attempts, please wait a moment and try again',
  'error.payment_unavailable': 'Payments are not available at the moment, please try again later',
  'error.internal': 'Something Went Wrong Try Again',

  'check.invalid': 'This email is invalid',

  'watch.insufficient_credit': 'There were not enough credits to recheck the list',
  'watch.too_many_credits': 'A recheck could take more credits than you allowed',
  'watch.connection_failed': 'The contacts could not be read from the service',
  'watch.canceled': 'The recheck could not be completed',
  'reason.insufficient_credit': 'There are not enough credits for this list',
  'reason.operator': 'Paused by our team',
  'reason.account_inactive': 'The account is inactive',
  'reason.daily_limit': 'No free answers are left today; the list starts later',
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
  'reason.processing_failed': 'Failed on our side. None of its credits were used',
} as const;

export type TextKey = keyof typeof en;
export type Texts = Readonly<Record<TextKey, string>>;
