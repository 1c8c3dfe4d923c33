import * as z from 'zod/mini';
import {
  LANGUAGES,
  OTP_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '../model/account.ts';
import { isEncoding } from '../list-file/is-encoding.ts';
import { cleanName } from '../model/clean-name.ts';
import { MAX_COLUMN, MAX_FILE_NAME_LENGTH, MAX_LIST_NAME_LENGTH } from '../model/upload-limits.ts';

/**
 * Schemas of fields that several routes and forms share. Their messages are text keys; without one
 * of its own, what is wrong is told as `field.invalid`.
 */

export const required = () =>
  z
    .string({ error: 'field.required' })
    .check(z.trim(), z.minLength(1, { error: 'field.required' }));

/**
 * At most so many characters. What is longer is not looked at any further, so that no pattern is
 * held against a text of any length.
 */
const atMost = (characters: number, error: string) =>
  z.maxLength(characters, { error, abort: true });

/** Letters, marks, digits and what stands between names; no control, no markup, no address. */
const NAME_CHARACTERS = /^[^\p{C}\p{Zl}\p{Zp}:\\@<>：＼＠＜＞]*$/u;

/** A name as people have it: `St.John`, `Smith/Jones`. A pasted space of any kind is a space. */
export const personName = () =>
  required().check(
    atMost(100, 'field.too_long'),
    // No pattern in the API's document: programs that make data from it know no such classes.
    z.refine((name) => NAME_CHARACTERS.test(name)),
    z.overwrite((name) => name.replaceAll(/\p{Zs}/gu, ' ')),
  );

/**
 * The specification's basic pattern, without the quotes, comments and brackets by which one mailbox
 * has many spellings; whether the address exists is another question. No part of the pattern
 * overlaps the next, so that it takes a time linear in the text.
 */
const EMAIL = /^[^\s"(),:;<>@[\\\]]+@(?:[^\s"(),:;<>@[\\\].]+\.)+[^\s"(),:;<>@[\\\].]+$/;

export const email = () =>
  required().check(atMost(254, 'field.email'), z.regex(EMAIL, { error: 'field.email' }));

/** An address that our mail service reaches (functions/platform/ses/ses-mailer.ts). */
export const reachableEmail = () =>
  email().check(z.regex(/^[^@]*$|^[\0-\x7f]*@/, { error: 'field.email_ascii' }));

/** A password being chosen: 8 to 128 characters with a letter and a digit, taken as typed. */
export const newPassword = () =>
  z.string({ error: 'field.required' }).check(
    z.minLength(PASSWORD_MIN_LENGTH, { error: 'field.password' }),
    atMost(PASSWORD_MAX_LENGTH, 'field.password_too_long'),
    // No pattern, which validators without a unicode flag would misread.
    z.refine((password) => /\p{L}/u.test(password), { error: 'field.password' }),
    z.regex(/\d/, { error: 'field.password' }),
  );

/** A password being proven: any text, since older rules may have let it through. */
export const givenPassword = () =>
  z
    .string({ error: 'field.required' })
    .check(z.minLength(1, { error: 'field.required' }), atMost(1024, 'field.too_long'));

export const otp = () =>
  z
    .string({ error: 'field.required' })
    .check(z.regex(new RegExp(`^\\d{${OTP_LENGTH}}$`), { error: 'field.otp' }));

/** What `register` returned as `registration`. */
export const registrationSecret = () => z.string().check(atMost(100, 'field.invalid'));

export const language = () => z.enum(LANGUAGES, { error: 'field.language' });

/** An id of ours in a call: what is longer is none, and too long for a key of the table. */
export const id = () => required().check(atMost(64, 'field.too_long'));

export const fileName = () => required().check(atMost(MAX_FILE_NAME_LENGTH, 'field.too_long'));

/** What a subject of a mail, which is one line, cannot hold. */
const NOT_ONE_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** As it is kept, wherever it is given. */
export const listName = () =>
  required().check(
    atMost(MAX_LIST_NAME_LENGTH, 'field.list_name'),
    // No pattern in the API's document: programs that make data from it know no such classes.
    z.refine((name) => !NOT_ONE_LINE.test(name)),
    z.overwrite(cleanName),
    z.refine((name) => name !== '', { error: 'field.required' }),
  );

export const timestamp = () => z.iso.datetime();

export const count = () => z.int().check(z.nonnegative());

/** `{ data: … }`, the shape of every success. */
export const envelope = <S extends z.core.$ZodType>(data: S) => z.object({ data });

/** A paged call's `{ data: { data, from, current_page, last_page, total } }`. */
export const pageOf = <S extends z.core.$ZodType>(row: S) =>
  envelope(
    z.object({
      data: z.array(row),
      from: z.nullable(count()),
      current_page: count(),
      last_page: count(),
      total: count(),
    }),
  );

/** The response of calls that have nothing to say but that they worked. */
export const done = () => envelope(z.object({}));

/** A page number in a query string: absent or none, it is the first page. */
export const pageNumber = () => {
  const page = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000));
  return z._default(z.catch(page, 1), 1);
};

const COLUMN_RANGE = [z.int(), z.minimum(1), z.maximum(MAX_COLUMN)] as const;

/** Which column of a file holds the addresses, from 1; without one it is the first. */
export const addressColumn = () => z.optional(z.number().check(...COLUMN_RANGE));

/** The same as a text field of a form. */
export const addressColumnText = () => z.optional(z.coerce.number().check(...COLUMN_RANGE));

/** A label of the WHATWG Encoding Standard, such as `windows-1250`. */
export const fileEncoding = () =>
  z.optional(z.string().check(z.maxLength(40, { error: 'field.too_long' }), z.refine(isEncoding)));

/** The file of a multipart form. */
export const uploadedFile = () => z.custom<{ readonly name: string; readonly bytes: Uint8Array }>();

/** Control characters but for tabs and the ends of lines. */
const CONTROL = /[^\P{Cc}\t\r\n]/u;

/** What becomes the cell of a row, of a file in the end: with such characters that were no text. */
export const listedAddress = () =>
  z.string().check(
    z.maxLength(1024, { error: 'field.too_long' }),
    z.refine((text) => !CONTROL.test(text)),
  );
