import * as z from 'zod/mini';
import { COUNTRIES } from '../model/countries.ts';
import { reachableEmail, required } from './fields.ts';

const line = (characters: number) =>
  required().check(z.maxLength(characters, { error: 'field.too_long' }));
const optional = (characters: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(characters, { error: 'field.too_long' })), '');

/** Of the nine digits of a SIREN every second one is doubled: Luhn, as for the numbers of cards. */
function isSiren(text: string): boolean {
  const digits = [...text.replaceAll(' ', '')].map(Number);
  const sum = digits.reduce((before, digit, at) => {
    const part = at % 2 === 1 ? digit * 2 : digit;
    return before + (part > 9 ? part - 9 : part);
  }, 0);
  return digits.length === 9 && sum % 10 === 0;
}

/** Whom invoices are made out to. A number that is empty is none. */
export const billingDetails = z
  .object({
    company: line(150),
    line1: line(200),
    line2: optional(200),
    postal_code: line(20),
    city: line(100),
    /** Two letters, as in ISO 3166-1. */
    country: z
      .string()
      .check(z.refine((code) => COUNTRIES.includes(code), { error: 'field.required' })),
    /** Of a member state of the European Union, such as `FR40303265045`. */
    vat_number: optional(30),
    /** Nine digits, of a company in France. */
    siren: optional(20),
    /** Who gets the mail of each payment as well, with its invoice. */
    invoice_email: z._default(
      z.union([z.literal(''), reachableEmail()], { error: 'field.email' }),
      '',
    ),
  })
  .check(
    z.refine(({ siren }) => siren === '' || isSiren(siren), {
      error: 'field.siren',
      path: ['siren'],
    }),
  );
export type BillingDetails = z.infer<typeof billingDetails>;
