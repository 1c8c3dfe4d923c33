import * as z from 'zod/mini';
import {
  LANGUAGES,
  OTP_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '../model/account.ts';
import { isSupportedEncoding } from '../list-file/is-supported-encoding.ts';
import { cleanName } from '../model/clean-name.ts';
import { MAX_COLUMN, MAX_FILE_NAME_LENGTH, MAX_LIST_NAME_LENGTH } from '../model/upload-limits.ts';

/**
 * Fields of routes and forms. Errors are text keys; the default is `field.invalid`. Descriptions
 * are literals, which the build removes from every bundle except `openapi`.
 */

/* @__NO_SIDE_EFFECTS__ */
export const requiredText = () =>
  z
    .string({ error: 'field.required' })
    .check(z.trim(), z.minLength(1, { error: 'field.required' }));

/** Aborts validation of longer texts, so that no pattern runs on unlimited input. */
const lengthLimit = (characters: number, error: string) =>
  z.maxLength(characters, { error, abort: true });

/**
 * Whether a text has no control or direction characters, which could disguise it. Used with
 * `refine`, which keeps the pattern out of OpenAPI: data generators do not support its classes.
 */
export const isVisible = (typed: string): boolean => /^[^\p{C}\p{Zl}\p{Zp}]*$/u.test(typed);

/** A name or note on a single line. */
/* @__NO_SIDE_EFFECTS__ */
export const requiredLine = (maxLength: number) =>
  requiredText().check(lengthLimit(maxLength, 'field.too_long'), z.refine(isVisible));

/** Signature of an emailed link. A missing or overlong signature counts as expired. */
export const linkSignature = () =>
  z
    ._default(z.catch(z.string().check(z.maxLength(512)), ''), '')
    .check(z.describe('Signature of the link'));

export const distinctValues = () =>
  z.refine<readonly unknown[]>((values) => new Set(values).size === values.length, {
    error: 'field.repeated',
  });

/** Accepts `St.John` and `Smith/Jones`. Replaces pasted Unicode spaces with ASCII spaces. */
export const personName = () =>
  requiredLine(100).check(
    // A name must not contain markup, a URL with a scheme, or an email address.
    z.refine((name) => /^[^:\\@<>：＼＠＜＞]*$/.test(name)),
    z.overwrite((name) => name.replaceAll(/\p{Zs}/gu, ' ')),
  );

/**
 * Excludes quotes, comments and brackets, because these would give one mailbox many spellings. Does
 * not check that the address exists. No part of the pattern can match the start of the next, so
 * matching takes linear time.
 */
const EMAIL = /^[^\s"(),:;<>@[\\\]]+@(?:[^\s"(),:;<>@[\\\].]+\.)+[^\s"(),:;<>@[\\\].]+$/;

export const email = () =>
  requiredText().check(
    lengthLimit(254, 'field.email'),
    z.regex(EMAIL, { error: 'field.email' }),
    z.refine(isVisible),
    z.describe('Email address, without a display name'),
  );

/** An email address that our mail service supports (functions/platform/ses/ses-mailer.ts). */
export const reachableEmail = () =>
  email().check(z.regex(/^[^@]*$|^[\0-\x7f]*@/, { error: 'field.email_ascii' }));

/** A new password, which is neither trimmed nor normalized. */
export const newPassword = () =>
  z.string({ error: 'field.required' }).check(
    z.minLength(PASSWORD_MIN_LENGTH, { error: 'field.password' }),
    lengthLimit(PASSWORD_MAX_LENGTH, 'field.password_too_long'),
    // `refine`: validators that ignore the unicode flag would misinterpret the pattern.
    z.refine((password) => /\p{L}/u.test(password), { error: 'field.password' }),
    z.regex(/\d/, { error: 'field.password' }),
    z.describe('New password: 8 to 128 characters, including a letter and a digit'),
  );

/** An existing password. Any text is accepted, because older rules may have allowed it. */
export const existingPassword = () =>
  z
    .string({ error: 'field.required' })
    .check(
      z.minLength(1, { error: 'field.required' }),
      lengthLimit(1024, 'field.too_long'),
      z.describe('Current password of the account'),
    );

export const otp = () =>
  z
    .string({ error: 'field.required' })
    .check(
      z.regex(new RegExp(`^\\d{${OTP_LENGTH}}$`), { error: 'field.otp' }),
      z.describe('Code from the email'),
    );

export const registrationSecret = () =>
  z
    .string()
    .check(
      lengthLimit(100, 'field.invalid'),
      z.describe('The `registration` of the signup; selects one if the address has several'),
    );

export const language = () =>
  z
    .enum(LANGUAGES, { error: 'field.language' })
    .check(z.describe('Language of the emails and messages for this user'));

/** Id of one of our objects. The limit keeps table keys valid; no id is longer. */
/* @__NO_SIDE_EFFECTS__ */
export const objectId = () => requiredText().check(lengthLimit(64, 'field.too_long'));

/** `objectId` with the description that fields of public routes need. */
/* @__NO_SIDE_EFFECTS__ */
export const id = (description: string) => objectId().check(z.describe(description));

export const fileName = () =>
  requiredText().check(
    lengthLimit(MAX_FILE_NAME_LENGTH, 'field.too_long'),
    z.describe('Name of the file, such as `customers.csv`'),
  );

/** Characters that cannot occur in the subject of an email, which is a single line. */
const NOT_SINGLE_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

export const listName = () =>
  requiredText().check(
    lengthLimit(MAX_LIST_NAME_LENGTH, 'field.list_name'),
    // `refine` keeps the pattern out of OpenAPI: data generators do not support its classes.
    z.refine((name) => !NOT_SINGLE_LINE.test(name)),
    z.overwrite(cleanName),
    z.refine((name) => name !== '', { error: 'field.required' }),
    z.describe('Name of the list, on one line'),
  );

/* @__NO_SIDE_EFFECTS__ */
export const timestamp = (description: string) => z.iso.datetime().check(z.describe(description));

/* @__NO_SIDE_EFFECTS__ */
export const count = (description: string) =>
  z.int().check(z.nonnegative(), z.describe(description));

/* @__NO_SIDE_EFFECTS__ */
export const text = (description: string) => z.string().check(z.describe(description));

/* @__NO_SIDE_EFFECTS__ */
export const flag = (description: string) => z.boolean().check(z.describe(description));

/** `{ data: … }`, the format of all successful responses. */
export const envelope = <S extends z.core.$ZodType>(data: S) => z.object({ data });

/** One page of rows: `{ data: { data, from, current_page, last_page, total } }`. */
export const pageResponse = <S extends z.core.$ZodType>(row: S) =>
  envelope(
    z.object({
      data: z.array(row).check(z.describe('The rows of this page')),
      from: z.nullable(count('Number of the first row of this page, from 1; null without rows')),
      current_page: count('Number of this page, from 1'),
      last_page: count('Number of the last page'),
      total: count('Rows on all pages'),
    }),
  );

const EMPTY_RESPONSE = envelope(z.object({}));
/** A successful response without data: `{ data: {} }`. */
export const emptyResponse = () => EMPTY_RESPONSE;

/** Falls back to the first page if the number is missing or invalid. */
export const pageNumber = () => {
  const page = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000));
  return z._default(z.catch(page, 1), 1).check(z.describe('Page to return, counted from 1'));
};

const column = (number: z.ZodMiniNumber<unknown>) =>
  z.optional(
    number.check(
      z.int(),
      z.minimum(1),
      z.maximum(MAX_COLUMN),
      z.describe('Column with the addresses, counted from 1; by default, the first column'),
    ),
  );

export const addressColumn = () => column(z.number());

/** `addressColumn` as a text field of a form. */
export const addressColumnFormField = () => column(z.coerce.number());

export const fileEncoding = () =>
  z.optional(
    z
      .string()
      .check(
        z.maxLength(40, { error: 'field.too_long' }),
        z.refine(isSupportedEncoding),
        z.describe('WHATWG encoding label, such as `windows-1250`; by default, it is detected'),
      ),
  );

export const fileSeparator = () =>
  z.optional(
    z
      .string()
      .check(
        z.regex(/^[^\r\n"@A-Za-z0-9 ]{1,3}$/),
        z.describe(
          'Separator of the cells, or of the text around each address: one to three characters; by default, it is detected',
        ),
      ),
  );

export const uploadedFile = () => z.custom<{ readonly name: string; readonly bytes: Uint8Array }>();

/** Control characters except tabs and line breaks. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\r\n]/u;

/** Rejects control characters, because they would make the list look like a binary file. */
export const listedAddress = () =>
  z.string().check(
    z.maxLength(1024, { error: 'field.too_long' }),
    z.refine((address) => !CONTROL_CHARACTERS.test(address)),
  );

export const uploadForm = z
  .object({
    url: text('URL to which the file is posted'),
    fields: z
      .record(z.string(), z.string())
      .check(z.describe('Form fields to send before the file')),
  })
  .check(z.describe('Form to post within 15 minutes, with the file as its last field'));
