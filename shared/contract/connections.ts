import * as z from 'zod/mini';
import {
  APPLY_STATES,
  CONNECTION_STATES,
  IMPORT_ERRORS,
  IMPORT_STATES,
  SERVICE_FAILURES,
} from '../model/connections/connection.ts';
import { SERVICES } from '../model/connections/service-name.ts';
import {
  count,
  emptyResponse,
  envelope,
  flag,
  id,
  listName,
  requiredLine,
  text,
  timestamp,
} from './fields.ts';
import { applyActions } from './list-detail.ts';
import { defineRoutes } from './route.ts';

export const connection = z.object({
  id: text('Id of the connection'),
  service: z.enum(SERVICES).check(z.describe('The service')),
  name: text('Name of the account at the service'),
  state: z
    .enum(CONNECTION_STATES)
    .check(z.describe('`revoked` if the service no longer accepts the key')),
  created_at: timestamp('Time of the first connection'),
  bounces_read_at: z.nullable(
    timestamp('Time up to which bounces were read; null before the first time'),
  ),
});
export type Connection = z.infer<typeof connection>;

export const contactImport = z.object({
  id: text('Id of the import, and of the list that it becomes'),
  connection_id: text('Id of the connection'),
  service: z.enum(SERVICES).check(z.describe('The service')),
  audience: text('Name of the audience, list or segment'),
  state: z
    .enum(IMPORT_STATES)
    .check(z.describe('`paused` until the account is connected again; the last two are final')),
  error: z.nullable(z.enum(IMPORT_ERRORS).check(z.describe('Why it failed; null otherwise'))),
  read: count('Distinct contacts read so far'),
  expected: count('Contacts of the audience when the import started, according to the service'),
  created_at: timestamp('Time of the start'),
});
export type ContactImport = z.infer<typeof contactImport>;

export const audience = z.object({
  id: text('Id of the audience, list or segment at the service'),
  name: text('Its name'),
});
export type Audience = z.infer<typeof audience>;

/** The job that writes the verdicts of a list back to the service of its contacts. */
export const applyJob = z.object({
  id: text('Id of the job'),
  list_id: text('Id of the list'),
  service: z.enum(SERVICES).check(z.describe('The service')),
  actions: applyActions().check(z.describe('What the job does, by verdict')),
  state: z.enum(APPLY_STATES).check(z.describe('`paused` until the account is connected again')),
  error: z.nullable(z.enum(SERVICE_FAILURES).check(z.describe('Why it failed; null otherwise'))),
  total: count('Contacts with a verdict that leads to an action'),
  done: count('Contacts that were processed, or whose changes were undone, so far'),
  changed: count('Contacts that were changed'),
  unsubscribed: count('Contacts left alone, because they were unsubscribed before'),
  missing: count('Contacts left alone, because the service no longer has them'),
  raced: count('Changes not undone, because somebody else has changed the contact since'),
  created_at: timestamp('Time of the start'),
  undo_until: timestamp('Time until which the changes can be undone'),
});
export type ApplyJob = z.infer<typeof applyJob>;

const params = z.object({ id: id('Id of the connection') });
/** An API key cannot connect an account, which needs a proof that the customer is present. */
const sessionRoute = { auth: 'customer-terms' } as const;
const connectionRoute = { auth: 'customer-or-key', scope: 'connections' } as const;
const audienceId = () =>
  requiredLine(200).check(z.describe('Id of the audience, list or segment at the service'));

export const connectionRoutes = defineRoutes('connections', {
  listConnections: {
    ...connectionRoute,
    role: 'viewer',
    method: 'GET',
    path: '/api/connections',
    limit: 'poll_user',
    output: envelope(
      z.object({
        connections: z.array(connection).check(z.describe('Connected accounts, oldest first')),
        imports: z.array(contactImport).check(z.describe('The last twenty imports, newest first')),
        logins: z
          .array(
            z.object({
              service: z.enum(SERVICES).check(z.describe('The service')),
              url: text('Page of the service, which needs `state` in addition'),
            }),
          )
          .check(z.describe('Services that can also be connected by a login')),
      }),
    ),
  },

  /**
   * Stores the key sealed. Connecting the same account again replaces its key and continues the
   * imports that waited for this.
   */
  connect: {
    method: 'POST',
    path: '/api/connections',
    ...sessionRoute,
    role: 'admin',
    limit: 'service_user',
    sensitive: 'always',
    body: z.object({
      service: z.enum(SERVICES).check(z.describe('The service')),
      key: requiredLine(2000).check(
        z.describe(
          'API key of the service; at HubSpot, a service key or the token of a private app. With `login`, the code of a finished login',
        ),
      ),
      login: z.optional(flag('Whether `key` is the code of a login')),
    }),
    output: envelope(connection),
    errors: ['too_many_connections', 'service_failed'],
  },

  disconnect: {
    method: 'DELETE',
    path: '/api/connections/{id}',
    ...sessionRoute,
    role: 'admin',
    params,
    output: emptyResponse(),
    errors: ['not_found'],
  },

  listAudiences: {
    ...connectionRoute,
    role: 'member',
    method: 'GET',
    path: '/api/connections/{id}/audiences',
    limit: 'service_user',
    params,
    query: z.object({
      cursor: z
        .optional(z.string().check(z.maxLength(1000)))
        .check(z.describe('`next` of the previous page')),
    }),
    output: envelope(
      z.object({
        audiences: z.array(audience).check(z.describe('Audiences, lists and segments')),
        next: z.nullable(text('Cursor of the next page; null on the last page')),
      }),
    ),
    errors: ['not_found', 'service_failed'],
  },

  countAudience: {
    ...connectionRoute,
    role: 'member',
    method: 'GET',
    path: '/api/connections/{id}/audience',
    limit: 'service_user',
    params,
    query: z.object({ audience_id: audienceId() }),
    output: envelope(
      z.object({
        contacts: count('Contacts that an import reads, according to the service'),
        credits: count('Maximum price in credits'),
      }),
    ),
    errors: ['not_found', 'service_failed'],
  },

  importContacts: {
    ...connectionRoute,
    role: 'member',
    method: 'POST',
    path: '/api/connections/{id}/imports',
    limit: 'upload_user',
    idempotent: true,
    params,
    body: z.object({
      audience_id: audienceId(),
      audience: requiredLine(200).check(z.describe('Name of the audience, list or segment')),
      name: z
        .optional(listName())
        .check(z.describe('Name of the list; by default, that of the audience')),
      names: z.optional(flag('Whether the list has columns with first and last names')),
    }),
    output: envelope(contactImport),
    errors: ['not_found', 'service_failed', 'request_reused'],
  },

  getImport: {
    ...connectionRoute,
    role: 'viewer',
    method: 'GET',
    path: '/api/imports/{id}',
    limit: 'poll_user',
    params: z.object({ id: id('Id of the import') }),
    output: envelope(contactImport),
    errors: ['not_found'],
  },

  applyVerdicts: {
    ...connectionRoute,
    role: 'admin',
    method: 'POST',
    path: '/api/apply',
    limit: 'service_user',
    idempotent: true,
    // The call can unsubscribe all contacts.
    sensitive: 'always',
    body: z.object({
      list_id: id('Id of an imported list'),
      actions: applyActions().check(z.describe('What to do, by verdict')),
    }),
    output: envelope(applyJob),
    errors: ['not_found', 'wrong_state', 'expired', 'service_failed', 'request_reused'],
  },

  listApplyJobs: {
    ...connectionRoute,
    role: 'viewer',
    method: 'GET',
    path: '/api/apply',
    limit: 'poll_user',
    query: z.object({ list_id: id('Id of the list') }),
    output: envelope(
      z.object({
        can_resubscribe: flag('Whether unsubscribing can be undone at the service'),
        jobs: z.array(applyJob).check(z.describe('Jobs of the list, newest first')),
      }),
    ),
    errors: ['not_found'],
  },

  undoApply: {
    ...connectionRoute,
    role: 'admin',
    method: 'POST',
    path: '/api/apply/{id}/undo',
    limit: 'service_user',
    params: z.object({ id: id('Id of the job') }),
    output: envelope(applyJob),
    errors: ['not_found', 'wrong_state', 'expired'],
  },
});
