import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findDifferentTerms } from '../../tests/support/terms.ts';
import { contract } from '../contract/index.ts';
import { errorCatalog } from '../contract/errors.ts';
import * as fields from '../contract/fields.ts';
import { LIST_REASONS } from '../model/list-status.ts';
import { apiEn } from './api-en.ts';
import { apiFr } from './api-fr.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { isTextKey, getText } from './text.ts';

/** Inputs that make the schemas return all of their messages. */
const HOSTILE = [undefined, null, 0, -1, 1.5, '', ' ', 'x', 'é'.repeat(9000), [], {}, true];

function messagesOf(schema: z.core.$ZodType): string[] {
  const shape = 'shape' in schema ? (schema.shape as Record<string, z.core.$ZodType>) : {};
  const issues = HOSTILE.flatMap((value) => {
    const result = z.safeParse(schema, value);
    return result.success ? [] : result.error.issues;
  });
  const ownMessages = Object.keys(shape).length > 0 ? [] : issues.map((issue) => issue.message);
  return [...ownMessages, ...Object.values(shape).flatMap(messagesOf)];
}

// Importing all of zod sets its English messages globally, so unset them here.
const { localeError } = z.config();
beforeAll(() => void z.config({ localeError: undefined }));
afterAll(() => void z.config({ localeError }));

describe('texts', () => {
  it('have the same keys in both languages, each with a capitalized sentence', () => {
    expect(Object.keys(fr)).toEqual(Object.keys(en));
    expect(Object.keys(apiFr)).toEqual(Object.keys(apiEn));
    for (const sentence of [en, fr, apiEn, apiFr].flatMap((texts) => Object.values(texts)))
      expect(sentence).toMatch(/^\p{Lu}.*[^\s.]$/u);
  });

  it('name the same roles, rights and numbers in both languages', () => {
    const french: Readonly<Record<string, string>> = { ...fr, ...apiFr };
    const differing = Object.entries({ ...en, ...apiEn }).flatMap(([key, sentence]) => {
      const terms = findDifferentTerms(sentence, french[key] ?? '');
      return terms.length > 0 ? [`${key}: ${terms.join(' ')}`] : [];
    });
    expect(differing).toEqual([]);
  });

  it('cover the error catalog and the list reasons', () => {
    const used = Object.values(errorCatalog).flatMap(({ text: key }) => key ?? []);
    expect(used.filter((key) => !isTextKey(key))).toEqual([]);
    expect(LIST_REASONS.filter((reason) => !isTextKey(`reason.${reason}`))).toEqual([]);
  });

  it('cover the messages of the contract schemas', () => {
    const routes = Object.values(contract).flatMap((route) =>
      ['body', 'form'].flatMap((part) => (part in route ? [Reflect.get(route, part)] : [])),
    ) as z.core.$ZodType[];
    const fieldSchemas = [fields.email(), fields.newPassword(), fields.otp(), fields.listName()];
    const messages = new Set([...routes, ...fieldSchemas].flatMap(messagesOf));
    expect([...messages].filter((message) => !isTextKey(message))).toEqual(['Invalid input']);
    expect(messages).toContain('field.password');
    expect(messages).toContain('error.captcha_required');
  });

  it('have the exact wording of the specification', () => {
    expect(getText('en', 'field.required')).toBe('This field is required');
    expect(getText('en', 'field.email')).toBe('Email is not valid email');
    expect(getText('en', 'field.password')).toBe(
      'Your password must be 8 characters long and must include letters and numbers',
    );
    expect(getText('en', 'field.confirm_password')).toBe(
      "The confirm password doesn't match the password",
    );
    expect(getText('en', 'error.captcha_required')).toBe('Captcha is Required');
    expect(getText('en', 'error.api_paid_only')).toBe('API access is reserved to paid users');
    expect(getText('en', 'error.internal')).toBe('Something Went Wrong Try Again');
  });

  it('follow French typography', () => {
    for (const sentence of Object.values(fr)) {
      expect(sentence).not.toMatch(/'/);
      expect(sentence).not.toMatch(/[^\u{202F}][;!?]/u);
      expect(sentence).not.toMatch(/[^\u{A0}]:/u);
    }
  });
});
