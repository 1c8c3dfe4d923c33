import * as z from 'zod/mini';
import { type Contact, type Service, type ServiceCall, ServiceError } from '../rules/service.ts';
import { PAGING, readBounces, searchBounced } from './hubspot-bounces.ts';
import {
  BATCH_SIZE,
  CONTACT_TYPE,
  changeContacts,
  FIELD,
  findMarkLists,
  isSendable,
  readContacts,
  readKnown,
  SENDABILITY,
} from './hubspot-changes.ts';
import { nameMarkList } from './mark-lists.ts';
import { parseBody } from './parse-body.ts';

const DAY_LIMIT_WAIT_MS = 3_600_000;
const LOCK_WAIT_MS = 2000;

const ACCOUNT = z.object({ portalId: z.number() });
const LISTS = z.object({
  lists: z.array(
    z.object({
      listId: z.string(),
      name: z.string(),
      additionalProperties: z.optional(z.object({ hs_list_size: z.optional(z.string()) })),
    }),
  ),
  offset: z.number(),
  hasMore: z.boolean(),
});
const MEMBERSHIPS = z.object({
  results: z.array(z.object({ recordId: z.string() })),
  paging: PAGING,
});
const LIMITS = z.object({
  byObjectType: z.array(
    z.object({ objectTypeId: z.string(), limit: z.number(), usage: z.number() }),
  ),
});
const LIMITED = z.object({ policyName: z.string() });

const searchLists = async (
  call: ServiceCall,
  search: { readonly listIds?: readonly string[]; readonly offset?: number },
): Promise<z.infer<typeof LISTS>> =>
  parseBody(
    LISTS,
    await call.send({
      method: 'POST',
      path: '/crm/lists/2026-09/search',
      body: {
        listIds: [],
        offset: 0,
        ...search,
        processingTypes: [],
        additionalProperties: [],
        objectTypeId: CONTACT_TYPE,
        count: 500,
      },
    }),
  );

/** Creates our property unless it exists. */
async function createField(call: ServiceCall): Promise<void> {
  const path = '/crm/properties/2026-09/contacts';
  const found = await call.send({ path: `${path}/${FIELD}`, accept: [404] });
  if (found.status !== 404) return;
  const body = {
    name: FIELD,
    label: 'Tamis: status',
    description: 'Result of the last verification of the email address.',
    groupName: 'contactinformation',
    type: 'string',
    fieldType: 'text',
  };
  const { status } = await call.send({ method: 'POST', path, body, accept: [400, 403, 409] });
  if (status < 400 || status === 409) return;
  const limits = await call.send({ path: '/crm/limits/2026-09/custom-properties' });
  const contacts = parseBody(LIMITS, limits).byObjectType.find(
    ({ objectTypeId }) => objectTypeId === CONTACT_TYPE,
  );
  if (contacts && contacts.usage >= contacts.limit)
    throw new ServiceError('refused', 'no_free_field');
  throw new ServiceError(status === 403 ? 'forbidden' : 'refused', `hubspot answered ${status}`);
}

/** Lists of HubSpot, which its pages call segments. Marks are manual lists. */
export const hubspot: Service = {
  name: 'hubspot',
  origin: () => 'https://api.hubapi.com',
  headers: ({ token }) => ({ authorization: `Bearer ${token}` }),
  batchSize: BATCH_SIZE,
  // The API documents no way to reverse unsubscribe-all.
  canResubscribe: false,

  // developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines and …/error-handling
  retryAfterMs(status, headers, body) {
    if (status === 423) return LOCK_WAIT_MS;
    if (status === 477) return Number(headers.get('retry-after') ?? 60) * 1000;
    if (status !== 429) return undefined;
    const policy = LIMITED.safeParse(body).data?.policyName;
    if (policy === 'DAILY') return DAY_LIMIT_WAIT_MS;
    return policy === 'TEN_SECONDLY_ROLLING' ? 10_000 : undefined;
  },

  async describeAccount(call) {
    const response = await call.send({ path: '/account-info/2026-09/details' });
    const { portalId } = parseBody(ACCOUNT, response);
    await searchLists(call, {});
    await searchBounced(call, call.now(), '0', 1);
    // Requests that change nothing. With the permission, the service refuses them for another
    // reason.
    const probe = (method: 'POST' | 'PUT', path: string, body?: unknown) =>
      call.send({ method, path, body, accept: [400, 404] });
    await probe('PUT', '/crm/lists/2026-09/0/memberships/add-and-remove', {
      recordIdsToAdd: [],
      recordIdsToRemove: [],
    });
    await probe('POST', '/crm/objects/2026-09/contacts/batch/update', { inputs: [] });
    await probe('POST', '/crm/properties/2026-09/contacts', {});
    await probe('POST', '/communication-preferences/2026-09/statuses/none/unsubscribe-all');
    return { id: String(portalId), name: String(portalId) };
  },

  async listAudiences(call, cursor = '0') {
    const { lists, offset, hasMore } = await searchLists(call, { offset: Number(cursor) });
    const items = lists.map(({ listId, name }) => ({ id: listId, name }));
    return { items, next: hasMore ? String(offset) : undefined };
  },

  async countContacts(call, audienceId) {
    const { lists } = await searchLists(call, { listIds: [audienceId] });
    const [list] = lists;
    if (!list) throw new ServiceError('not_found', 'the list does not exist');
    return Number(list.additionalProperties?.hs_list_size ?? 0);
  },

  async readContacts(call, audienceId, cursor) {
    const response = await call.send({
      path: `/crm/lists/2026-09/${encodeURIComponent(audienceId)}/memberships`,
      query: { limit: BATCH_SIZE, after: cursor },
    });
    const { results, paging } = parseBody(MEMBERSHIPS, response);
    const ids = results.map(({ recordId }) => recordId);
    const found = await readContacts(call, ids, ['firstname', 'lastname', ...SENDABILITY]);
    const items = found.flatMap((contact): Contact[] => {
      const { email, firstname, lastname } = contact.properties;
      if (!email || !isSendable(contact)) return [];
      const names = { firstName: firstname ?? undefined, lastName: lastname ?? undefined };
      return [{ id: contact.id, email, ...names }];
    });
    return { items, next: paging?.next?.after };
  },

  async prepareChanges(call, _audienceId, marks) {
    await createField(call);
    const lists = await findMarkLists(call);
    for (const mark of marks) {
      if (lists.has(mark)) continue;
      const name = nameMarkList(mark);
      const body = { name, objectTypeId: CONTACT_TYPE, processingType: 'MANUAL' };
      await call.send({ method: 'POST', path: '/crm/lists/2026-09', body });
    }
  },

  async readStates(call, _audienceId, contacts) {
    const ids = contacts.map(({ id }) => id);
    const known = await readKnown(call, await findMarkLists(call), ids);
    return [...known.values()].map(({ state }) => state);
  },

  changeContacts: (call, _audienceId, changes) => changeContacts(call, changes),

  readBounces,
};
