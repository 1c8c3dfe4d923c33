import * as z from 'zod/mini';
import {
  MARKED_STATUSES,
  type MarkedStatus,
} from '../../../shared/model/connections/apply-actions.ts';
import { SERVICE_FIELDS } from '../../../shared/model/connections/service-name.ts';
import { forEachConcurrently } from '../../platform/for-each-concurrently.ts';
import type { ContactChange, ContactState, ServiceCall } from '../rules/service.ts';
import { nameMarkList } from './mark-lists.ts';
import { parseBody } from './parse-body.ts';
import { planChanges } from './plan-changes.ts';

export const FIELD = SERVICE_FIELDS.hubspot;
export const CONTACT_TYPE = '0-1';
// developers.hubspot.com/docs/api-reference/latest/crm/objects/contacts/guide: at most 100 per
// batch.
export const BATCH_SIZE = 100;
// 100 calls in ten seconds for the smallest plan: developers.hubspot.com, usage guidelines.
const MAX_CONCURRENCY = 3;
/** Properties that exclude a contact from all email. */
export const SENDABILITY = [
  'hs_email_optout',
  'hs_email_is_ineligible',
  'hs_email_quarantined',
  'hs_email_hard_bounce_reason_enum',
];

export const CONTACT = z.object({
  id: z.string(),
  properties: z.record(z.string(), z.nullish(z.string())),
});
type FoundContact = z.infer<typeof CONTACT>;
const CONTACTS = z.object({ results: z.array(CONTACT) });
const LIST = z.object({ list: z.object({ listId: z.string() }) });
const RECORDS = z.object({
  results: z.array(
    z.object({
      recordId: z.string(),
      recordListMemberships: z.array(z.object({ listId: z.string() })),
    }),
  ),
});
const CHANGED = z.object({ recordIdsMissing: z.array(z.string()) });

export const isSendable = ({ properties }: FoundContact): boolean =>
  SENDABILITY.every((name) => !properties[name] || properties[name] === 'false');

/** Reads contacts with their addresses. Omits contacts that do not exist (anymore). */
export async function readContacts(
  call: ServiceCall,
  ids: readonly string[],
  properties: readonly string[],
): Promise<readonly FoundContact[]> {
  if (ids.length === 0) return [];
  const response = await call.send({
    method: 'POST',
    path: '/crm/objects/2026-09/contacts/batch/read',
    body: {
      inputs: ids.map((id) => ({ id })),
      properties: ['email', ...properties],
      propertiesWithHistory: [],
    },
  });
  return parseBody(CONTACTS, response).results;
}

/** Finds the ids of the lists of marks that exist. */
export async function findMarkLists(call: ServiceCall): Promise<Map<MarkedStatus, string>> {
  const lists = new Map<MarkedStatus, string>();
  for (const mark of MARKED_STATUSES) {
    const name = encodeURIComponent(nameMarkList(mark));
    const path = `/crm/lists/2026-09/object-type-id/${CONTACT_TYPE}/name/${name}`;
    const response = await call.send({ path, accept: [404] });
    if (response.status !== 404) lists.set(mark, parseBody(LIST, response).list.listId);
  }
  return lists;
}

interface Known {
  readonly email: string | undefined;
  readonly state: ContactState;
}

/** Reads the contacts that still exist. */
export async function readKnown(
  call: ServiceCall,
  lists: ReadonlyMap<MarkedStatus, string>,
  ids: readonly string[],
): Promise<Map<string, Known>> {
  const contacts = await readContacts(call, ids, [FIELD, ...SENDABILITY]);
  if (contacts.length === 0) return new Map();
  const response = await call.send({
    method: 'POST',
    path: '/crm/lists/2026-09/records/memberships/batch/read',
    body: { inputs: contacts.map(({ id }) => ({ objectTypeId: CONTACT_TYPE, recordId: id })) },
  });
  const listIds = new Map(
    parseBody(RECORDS, response).results.map(({ recordId, recordListMemberships }) => [
      recordId,
      new Set(recordListMemberships.map(({ listId }) => listId)),
    ]),
  );
  return new Map(
    contacts.map((contact) => {
      const { id, properties } = contact;
      const marks = [...lists].filter(([, listId]) => listIds.get(id)?.has(listId));
      const state = {
        id,
        marks: marks.map(([mark]) => mark),
        field: properties[FIELD] || null,
        subscribed: isSendable(contact),
      };
      return [id, { email: properties['email'] ?? undefined, state }];
    }),
  );
}

/** Makes the changes that are missing. Returns the ids of contacts that were not changed. */
export async function changeContacts(
  call: ServiceCall,
  changes: readonly ContactChange[],
): Promise<readonly string[]> {
  const lists = await findMarkLists(call);
  const ids = changes.map(({ id }) => id);
  const known = await readKnown(call, lists, ids);
  const { unchanged, membersOf, fields, subscriptions } = planChanges(changes, known, lists);

  for (const [mark, listId] of lists) {
    const { added, removed } = membersOf(mark);
    if (added.length + removed.length === 0) continue;
    const body = { recordIdsToAdd: added, recordIdsToRemove: removed };
    const path = `/crm/lists/2026-09/${encodeURIComponent(listId)}/memberships/add-and-remove`;
    const response = await call.send({ method: 'PUT', path, body });
    for (const id of parseBody(CHANGED, response).recordIdsMissing) unchanged.add(id);
  }

  const inputs = fields.map(({ change: { id, field } }) => ({
    id,
    properties: { [FIELD]: field ?? '' },
  }));
  if (inputs.length > 0) {
    const path = '/crm/objects/2026-09/contacts/batch/update';
    const response = await call.send({ method: 'POST', path, body: { inputs } });
    const updated = new Set(parseBody(CONTACTS, response).results.map(({ id }) => id));
    for (const { id } of inputs) if (!updated.has(id)) unchanged.add(id);
  }

  await forEachConcurrently(subscriptions, MAX_CONCURRENCY, async ({ change, email }) => {
    // Unsubscribing applies to the address and cannot be reversed.
    if (change.subscribed || email !== change.email) unchanged.add(change.id);
    if (unchanged.has(change.id)) return;
    await call.send({
      method: 'POST',
      path: `/communication-preferences/2026-09/statuses/${encodeURIComponent(email ?? '')}/unsubscribe-all`,
      query: { channel: 'EMAIL' },
    });
  });
  return [...unchanged];
}
