import * as z from 'zod/mini';
import { COUNTRIES } from '../model/countries.ts';
import { isVisible, reachableEmail, requiredLine } from './fields.ts';

const optionalLine = (description: string, characters: number) =>
  z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(characters, { error: 'field.too_long', abort: true }),
        z.refine(isVisible),
        z.describe(description),
      ),
    '',
  );

const digitsOf = (siren: string) => siren.replaceAll(/\s/g, '');

/** Whether a text is a SIREN: nine digits, ignoring spaces, with a valid Luhn checksum. */
function isSiren(text: string): boolean {
  const digits = [...digitsOf(text)].map(Number);
  const sum = digits.reduce((before, digit, index) => {
    const part = index % 2 === 1 ? digit * 2 : digit;
    return before + (part > 9 ? part - 9 : part);
  }, 0);
  return digits.length === 9 && sum % 10 === 0;
}

/**
 * Whether a VAT number is plausible. A French number must contain the company's SIREN (if that is
 * valid) and matching check digits; the checksum of keys with letters is not public. All other
 * numbers are accepted, because Stripe validates them.
 */
function isConsistentVatNumber(vatNumber: string, siren: string): boolean {
  const [, key, sirenInVatNumber = ''] =
    /^FR(\w\w)(\d{9})$/i.exec(vatNumber.replaceAll(/[\s.-]/g, '')) ?? [];
  if (key === undefined) return true;
  const hasValidChecksum =
    !/\d\d/.test(key) || Number(key) === (12 + 3 * (Number(sirenInVatNumber) % 97)) % 97;
  return hasValidChecksum && (!isSiren(siren) || digitsOf(siren) === sirenInVatNumber);
}

export const billingDetails = z
  .object({
    company: requiredLine(150).check(z.describe('Name of the company')),
    line1: requiredLine(200).check(z.describe('Street and number')),
    line2: optionalLine('Second line of the address', 200),
    postal_code: requiredLine(20).check(z.describe('Postal code')),
    city: requiredLine(100).check(z.describe('City')),
    country: z.string().check(
      z.refine((code) => COUNTRIES.includes(code), { error: 'field.required' }),
      z.describe('Country as ISO 3166-1 alpha-2, such as `FR`'),
    ),
    vat_number: optionalLine(
      'VAT number of the EU (such as `FR40303265045`), Great Britain, Switzerland or Norway',
      30,
    ),
    siren: optionalLine('SIREN of a company in France, nine digits', 20),
    invoice_email: z
      ._default(z.union([z.literal(''), reachableEmail()], { error: 'field.email' }), '')
      .check(z.describe('Address that also receives the billing emails')),
  })
  .check(
    z.refine(({ siren }) => siren === '' || isSiren(siren), {
      error: 'field.siren',
      path: ['siren'],
    }),
    z.refine(({ vat_number, siren }) => isConsistentVatNumber(vat_number, siren), {
      error: 'field.vat_number',
      path: ['vat_number'],
    }),
  );
export type BillingDetails = z.infer<typeof billingDetails>;
