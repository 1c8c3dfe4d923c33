import * as z from 'zod/mini';
import {
  LANGUAGES,
  OTP_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
} from '../model/account.ts';
import { MAX_FILE_NAME_LENGTH, MAX_LIST_NAME_LENGTH } from '../model/upload-limits.ts';

/** Schemas of fields that several routes and forms share. Their messages are text keys. */

export const required = () =>
  z
    .string({ error: 'field.required' })
    .check(z.trim(), z.minLength(1, { error: 'field.required' }));

/** A name goes into mails to an address that is not proven yet: it carries no link. */
export const personName = () =>
  required().check(
    z.maxLength(100, { error: 'field.too_long' }),
    z.regex(/^(?!.*(:\/\/|www\.))/i, { error: 'field.invalid' }),
  );

/** The specification's basic pattern; whether the address exists is another question. */
export const email = () =>
  required().check(
    z.maxLength(254, { error: 'field.email' }),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'field.email' }),
  );

/** A password being chosen: 8 to 128 characters with a letter and a digit, taken as typed. */
export const newPassword = () =>
  z
    .string({ error: 'field.required' })
    .check(
      z.minLength(PASSWORD_MIN_LENGTH, { error: 'field.password' }),
      z.maxLength(PASSWORD_MAX_LENGTH, { error: 'field.password' }),
      z.regex(/\p{L}/u, { error: 'field.password' }),
      z.regex(/\d/, { error: 'field.password' }),
    );

/** A password being proven: any text, since older rules may have let it through. */
export const givenPassword = () =>
  z
    .string({ error: 'field.required' })
    .check(
      z.minLength(1, { error: 'field.required' }),
      z.maxLength(1024, { error: 'field.too_long' }),
    );

export const otp = () =>
  z
    .string({ error: 'field.required' })
    .check(z.regex(new RegExp(`^\\d{${OTP_LENGTH}}$`), { error: 'field.otp' }));

/** What `register` answered as `registration`. */
export const registrationSecret = () =>
  z.string({ error: 'field.invalid' }).check(z.maxLength(100, { error: 'field.invalid' }));

export const language = () => z.enum(LANGUAGES, { error: 'field.language' });

/** An id of ours in a call: what is longer is none, and too long for a key of the table. */
export const id = () => required().check(z.maxLength(64, { error: 'field.too_long' }));

export const fileName = () =>
  required().check(z.maxLength(MAX_FILE_NAME_LENGTH, { error: 'field.too_long' }));

export const listName = () =>
  required().check(z.maxLength(MAX_LIST_NAME_LENGTH, { error: 'field.list_name' }));

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

/** The answer of calls that have nothing to say but that they worked. */
export const done = () => envelope(z.object({}));

/** A page number in a query string: absent or none, it is the first page. */
export const pageNumber = () => {
  const page = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000));
  return z._default(z.catch(page, 1), 1);
};

/** The file of a multipart form. */
export const uploadedFile = () => z.custom<{ readonly name: string; readonly bytes: Uint8Array }>();
