import * as z from 'zod/mini';
import { COUNTRIES } from '../model/countries.ts';
import { reachableEmail, required } from './fields.ts';

const line = (characters: number) =>
  required().check(z.maxLength(characters, { error: 'field.too_long' }));
const optional = (characters: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(characters, { error: 'field.too_long' })), '');

const digitsOf = (siren: string) => siren.replaceAll(' ', '');

/** Of the nine digits of a SIREN every second one is doubled: Luhn, as for the numbers of cards. */
function isSiren(text: string): boolean {
  const digits = [...digitsOf(text)].map(Number);
  const sum = digits.reduce((before, digit, at) => {
    const part = at % 2 === 1 ? digit * 2 : digit;
    return before + (part > 9 ? part - 9 : part);
  }, 0);
  return digits.length === 9 && sum % 10 === 0;
}

/**
 * Whether a number may be of a French company: its two digits prove the SIREN behind them, which is
 * that of the company. Numbers of other countries are left to Stripe; of two letters no key is known.
 */
function agrees(vatNumber: string, siren: string): boolean {
  const [, key, own = ''] = /^FR(\w\w)(\d{9})$/i.exec(vatNumber.replaceAll(/[ .-]/g, '')) ?? [];
  if (key === undefined) return true;
  const proves = !/\d\d/.test(key) || Number(key) === (12 + 3 * (Number(own) % 97)) % 97;
  return proves && (!isSiren(siren) || digitsOf(siren) === own);
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
    /** Of the Union, such as `FR40303265045`, Great Britain, Switzerland or Norway. */
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
    z.refine(({ vat_number, siren }) => agrees(vat_number, siren), {
      error: 'field.vat_number',
      path: ['vat_number'],
    }),
  );
export type BillingDetails = z.infer<typeof billingDetails>;
