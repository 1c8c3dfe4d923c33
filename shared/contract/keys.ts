import * as z from 'zod/mini';
import { MAX_ASSISTANT_CREDITS } from '../model/key-kind.ts';
import { SCOPES } from './auth.ts';
import {
  count,
  distinctValues,
  emptyResponse,
  envelope,
  objectId,
  requiredLine,
  text,
  timestamp,
} from './fields.ts';
import { defineRoutes } from './route.ts';

/** Maximum live keys per account, including the first key. */
export const MAX_KEYS = 20;
/** Id of the key that the first payment creates. It can be reset but not revoked. */
export const FIRST_KEY_ID = 'first';
export const MAX_KEY_NAME_LENGTH = 60;

/** A live key as its owner sees it; the full key is only shown when it is created. */
export const keyRow = z.object({
  id: text('Id of the key; `first` for the key of the first payment'),
  name: z.nullable(text('Name of the key; null for the first key')),
  masked: text('`tms_live_…` and the last four characters'),
  scopes: z.array(z.enum(SCOPES)).check(z.describe('Permissions of the key')),
  created_at: z.nullable(
    timestamp('Time of creation; null for a first key whose time was not recorded'),
  ),
  last_used_at: z.nullable(
    timestamp('Last use, rounded down to the hour; null if not used for 400 days'),
  ),
  assistant_credits: count(
    'Maximum credits per UTC day that AI assistants may spend at `/api/mcp`',
  ),
  own: z.optional(z.literal(true)).check(z.describe('Present if the caller created the key')),
});
export type KeyRow = z.infer<typeof keyRow>;

export const assistantCredits = z
  .int()
  .check(
    z.minimum(0),
    z.maximum(MAX_ASSISTANT_CREDITS),
    z.describe(
      'Maximum credits per UTC day that AI assistants may spend at `/api/mcp`; 1,000 by default',
    ),
  );

export const keyRequest = z.object({
  name: requiredLine(MAX_KEY_NAME_LENGTH).check(
    z.describe('Name of the key, such as the program that uses it'),
  ),
  scopes: z
    .array(z.enum(SCOPES), { error: 'field.required' })
    .check(
      z.minLength(1, { error: 'field.required' }),
      distinctValues(),
      z.describe('Permissions of the key'),
    ),
  assistant_credits: z.optional(assistantCredits),
});

export const keyRoutes = defineRoutes('account', {
  listKeys: {
    method: 'GET',
    path: '/api/keys',
    auth: 'customer-terms',
    role: 'member',
    output: envelope(
      z.object({ keys: z.array(keyRow).check(z.describe('Live keys, the first key first')) }),
    ),
  },

  createKey: {
    method: 'POST',
    path: '/api/keys',
    auth: 'customer-terms',
    role: 'member',
    sensitive: 'always',
    body: keyRequest,
    output: envelope(
      z.extend(keyRow, {
        api_key: text('The full key, which no other response contains'),
      }),
    ),
    errors: ['api_paid_only', 'too_many_keys'],
  },

  /** Members revoke only keys that they created. */
  revokeKey: {
    method: 'DELETE',
    path: '/api/keys/{id}',
    auth: 'customer-terms',
    role: 'member',
    params: z.object({ id: objectId() }),
    output: emptyResponse(),
    errors: ['not_found', 'first_key'],
  },
});
