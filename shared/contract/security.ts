import * as z from 'zod/mini';
import { ACCESS_KINDS } from '../model/access.ts';
import { count, emptyResponse, envelope, flag, requiredText, text, timestamp } from './fields.ts';
import { defineRoutes } from './route.ts';

const security = z.object({
  totp: z
    .nullable(z.object({ created_at: timestamp('When the authenticator app was added') }))
    .check(z.describe('The authenticator app; null without one')),
  passkeys: z
    .array(
      z.object({
        id: text('Id of the credential'),
        name: text('Name that the user chose'),
        created_at: timestamp('When the passkey was added'),
        last_used_at: z.nullable(timestamp('Last use; null if the passkey was never used')),
      }),
    )
    .check(z.describe('Passkeys, oldest first')),
  recovery_codes: count('Unused recovery codes'),
  unsaved_codes: z
    .optional(z.array(text('A code in the form `xxxxx-xxxxx`')))
    .check(
      z.describe(
        'New recovery codes, for ten minutes in the session that made them; absent once they were confirmed or one was used',
      ),
    ),
  access: z
    .array(
      z.object({
        kind: z.enum(ACCESS_KINDS),
        id: text('Id, unique within the kind'),
        name: text('Name; empty without one'),
        added_at: z.nullable(timestamp('When it was added or last changed; null if unknown')),
        added_by: z.nullable(text('Person, API key or browser, and network; null if not recorded')),
        people: z
          .array(z.string())
          .check(z.describe('Ids of the persons who added or changed it, as far as recorded')),
        last_used_at: z.nullable(timestamp('Last use, rounded down to the hour')),
        current: flag('Whether it is this session'),
      }),
    )
    .check(z.describe('What can act for the account')),
  reset_at: z.nullable(timestamp('When support removes all factors; null if it does not')),
});
export type SecuritySettings = z.infer<typeof security>;

export const securityRoutes = defineRoutes('security', {
  getSecurity: {
    method: 'GET',
    path: '/api/security',
    auth: 'session',
    role: 'any',
    withoutFactor: true,
    withSso: true,
    output: envelope(security),
  },

  /** Replaces the keys `first` and `test` instead of ending them. */
  endAccess: {
    method: 'POST',
    path: '/api/security/end',
    auth: 'session',
    role: 'any',
    withSso: true,
    sensitive: 'always',
    body: z.union([
      z.object({
        kind: z.enum(ACCESS_KINDS).check(z.describe('Kind, as in the list')),
        id: requiredText().check(z.describe('Id, as in the list')),
      }),
      z.object({
        since: timestamp('Ends what was added since, and all other sessions'),
        reset_keys: flag('Whether to replace the first key and the test key'),
      }),
    ]),
    output: emptyResponse(),
    errors: ['role_required', 'not_found'],
  },
});
