import * as z from 'zod/mini';
import type { MarkedStatus } from '../../../shared/model/connections/apply-actions.ts';
import { SERVICE_FIELDS } from '../../../shared/model/connections/service-name.ts';
import {
  type Contact,
  type ContactState,
  failureOfStatus,
  type Page,
  type Service,
  type ServiceBounce,
  type ServiceCall,
  ServiceError,
  type ServiceRequest,
} from '../rules/service.ts';
import { matchMarkLists, nameMarkList } from './mark-lists.ts';
import { parseBody, readResource, textOf } from './parse-body.ts';
import { planChanges } from './plan-changes.ts';

// The maximum for subscribers of a group: developers.mailerlite.com/docs/groups.html. The pages
// about other resources document no maximum.
const GROUP_PAGE_SIZE = 1000;
const PAGE_SIZE = 100;
// "A maximum of 50 requests": developers.mailerlite.com/api/batching
const MAX_REQUESTS = 50;
const FIELD = SERVICE_FIELDS.mailerlite;

const TOTAL = z.object({ total: z.number() });
const PAGES = z.object({ last_page: z.number() });
const NUMBER = z.optional(z.number());
const TEXT = z.optional(z.string());
const GROUP = z.object({ id: z.string(), name: z.string() });
const NAMED = z.extend(GROUP, { active_count: NUMBER, total: NUMBER, key: TEXT, type: TEXT });
const NAMED_PAGE = z.object({ data: z.array(NAMED), meta: PAGES });
const PERSON = z.object({ id: z.string(), email: z.string(), status: z.string() });
const FIELDS = z.record(z.string(), z.unknown());
const SUBSCRIBER = z.extend(PERSON, { fields: FIELDS, groups: z.optional(z.array(GROUP)) });
const CURSOR = z.object({ next_cursor: z.nullable(z.string()) });
const SUBSCRIBERS = z.object({ data: z.array(SUBSCRIBER), meta: CURSOR });
const FOUND = z.object({ data: SUBSCRIBER });
const ANSWER = z.object({ code: z.number(), body: z.optional(z.unknown()) });
const ANSWERS = z.object({ responses: z.array(ANSWER) });
const STATS = z.object({ hard_bounces_count: z.number(), soft_bounces_count: z.number() });
const CAMPAIGN = z.object({ id: z.string(), started_at: z.nullish(z.string()), stats: STATS });
const CAMPAIGNS = z.object({ data: z.array(CAMPAIGN), meta: PAGES });
const RECIPIENT = z.object({ subscriber: z.nullish(PERSON) });
const RECIPIENTS = z.object({ data: z.array(RECIPIENT), meta: PAGES });

/** Reads all groups, segments or fields; accounts have only a few. */
async function* readNamed(
  call: ServiceCall,
  kind: 'groups' | 'segments' | 'fields',
  filter: Readonly<Record<string, string>> = {},
): AsyncGenerator<z.infer<typeof NAMED>> {
  for (let page = 1, last = 1; page <= last; page += 1) {
    const query = { ...filter, limit: PAGE_SIZE, page };
    const { data, meta } = await readResource(call, NAMED_PAGE, `/api/${kind}`, query);
    yield* data;
    last = data.length > 0 ? meta.last_page : 0;
  }
}

/** Yields audiences, such as `groups:12` and `segments:3`, with their numbers of contacts. */
async function* readAudiences(call: ServiceCall) {
  const all = await readResource(call, TOTAL, '/api/subscribers', { limit: 0 });
  yield { id: 'all', name: 'All subscribers', contacts: all.total };
  for (const kind of ['groups', 'segments'] as const)
    for await (const { id, name, active_count, total = 0 } of readNamed(call, kind))
      yield { id: `${kind}:${id}`, name, contacts: active_count ?? total };
}

async function findMarkGroups(call: ServiceCall): Promise<ReadonlyMap<MarkedStatus, string>> {
  const filter = { 'filter[name]': 'Tamis:', sort: 'created_at' };
  return matchMarkLists(await Array.fromAsync(readNamed(call, 'groups', filter)));
}

/** Whether the account has our field. @throws {ServiceError} if another one has its key */
async function hasField(call: ServiceCall): Promise<boolean> {
  for await (const { key, type } of readNamed(call, 'fields'))
    if (key === FIELD && type === 'text') return true;
    else if (key === FIELD) throw new ServiceError('refused', 'no_free_field');
  return false;
}

type SubscriberRequest = Partial<ServiceRequest> & Pick<Contact, 'id'>;

/**
 * Sends requests about subscribers in batches of fifty, each of which counts as one call. Yields
 * the id, status and body of each request: 404 or 422 if its object is gone. @throws {ServiceError}
 * for other failures
 */
async function* sendAll(call: ServiceCall, all: readonly SubscriberRequest[]) {
  for (let start = 0; start < all.length; start += MAX_REQUESTS) {
    const part = all.slice(start, start + MAX_REQUESTS);
    const requests = part.map(({ id, method = 'GET', path = '', body }) => {
      return { method, path: `api/subscribers/${encodeURIComponent(id)}${path}`, body };
    });
    const batch = { method: 'POST', path: '/api/batch', body: { requests } } as const;
    const { responses } = parseBody(ANSWERS, await call.send(batch));
    for (const [index, { id }] of part.entries()) {
      const { code, body } = responses[index] ?? { code: 500 };
      if (code >= 400 && code !== 404 && code !== 422)
        throw new ServiceError(failureOfStatus(code), 'mailerlite refused in a batch', 60_000);
      yield { id, code, body };
    }
  }
}

/** Reads the states of subscribers that still exist. */
async function readKnown(
  call: ServiceCall,
  groups: ReadonlyMap<MarkedStatus, string>,
  contacts: readonly Pick<Contact, 'id'>[],
): Promise<Map<string, { readonly state: ContactState }>> {
  const known = new Map<string, { readonly state: ContactState }>();
  for await (const { id, code, body } of sendAll(call, contacts)) {
    if (code >= 400) continue;
    const { status, fields, groups: own = [] } = parseBody(FOUND, { status: code, body }).data;
    const found = [...groups].filter(([, group]) => own.some((each) => each.id === group));
    const marks = found.map(([mark]) => mark);
    const field = textOf(fields[FIELD]) ?? null;
    known.set(id, { state: { id, marks, field, subscribed: status === 'active' } });
  }
  return known;
}

/**
 * Reads bounces of campaigns that were sent since a time, a page of a report at a time. Recipients
 * have no times, so the time of the campaign is used, in UTC like all times of the API.
 * developers.mailerlite.com/docs/campaigns.html#get-subscribers-activity-of-a-sent-campaign
 * @param cursor page of the campaigns, index of the report on this page, and page of the report
 */
async function readBounces(
  call: ServiceCall,
  sinceMs: number,
  cursor = '1:0:1',
): Promise<Page<ServiceBounce>> {
  const [campaignPage = 1, index = 0, page = 1] = cursor.split(':').map(Number);
  const sent = { 'filter[status]': 'sent', limit: PAGE_SIZE, page: campaignPage };
  const campaigns = await readResource(call, CAMPAIGNS, '/api/campaigns', sent);
  const reports = campaigns.data.flatMap(({ id, started_at, stats }) => {
    const at = Date.parse(`${started_at?.replace(' ', 'T')}Z`);
    return (['hard', 'soft'] as const)
      .filter((type) => at >= sinceMs && stats[`${type}_bounces_count` as const] > 0)
      .map((type) => ({ id, type, at }));
  });
  const isLast = campaigns.data.length === 0 || campaignPage >= campaigns.meta.last_page;
  const report = reports[index];
  if (!report) return { items: [], next: isLast ? undefined : `${campaignPage + 1}:0:1` };
  const { id, type, at } = report;
  const path = `/api/campaigns/${encodeURIComponent(id)}/reports/subscriber-activity`;
  const query = { 'filter[type]': `${type}bounced`, limit: PAGE_SIZE, page, include: 'subscriber' };
  const { data, meta } = await readResource(call, RECIPIENTS, path, query);
  const emails = data.flatMap(({ subscriber }) => subscriber?.email ?? []);
  const rest = data.length > 0 && page < meta.last_page ? `${index}:${page + 1}` : `${index + 1}:1`;
  return { items: emails.map((email) => ({ email, type, at })), next: `${campaignPage}:${rest}` };
}

/** Groups and segments of MailerLite, but not of MailerLite Classic. Marks are groups. */
export const mailerlite: Service = {
  name: 'mailerlite',
  origin: () => 'https://connect.mailerlite.com',
  // "Provide the current date at the time of implementation": developers.mailerlite.com/docs/
  headers: ({ token }) => ({ authorization: `Bearer ${token}`, 'x-version': '2026-11-29' }),
  // 120 calls a minute, with `Retry-After`: developers.mailerlite.com/docs/#rate-limits
  batchSize: MAX_REQUESTS,
  // An unsubscribed contact "can only be reactivated through the app, a form, or a landing page":
  // developers.mailerlite.com/docs/subscribers.html#update-a-subscriber
  canResubscribe: false,

  // No page documents the first path, but MailerLite's own plugin reads the account there:
  // plugins.svn.wordpress.org/woo-mailerlite/trunk/includes/api/WooMailerLiteRewriteApi.php
  async describeAccount(call) {
    const { data } = await readResource(call, z.object({ data: GROUP }), '/api/account');
    for (const kind of ['subscribers', 'segments', 'campaigns'])
      await call.send({ path: `/api/${kind}`, query: { limit: 1 } });
    // Requests that change nothing. With the permission, the service refuses them for another
    // reason.
    for (const kind of ['groups', 'fields'])
      await call.send({ method: 'POST', path: `/api/${kind}`, body: {}, accept: [422] });
    await Array.fromAsync(sendAll(call, [{ id: '0', method: 'PUT', body: {} }]));
    return data;
  },

  async listAudiences(call) {
    return { items: await Array.fromAsync(readAudiences(call), ({ id, name }) => ({ id, name })) };
  },

  async countContacts(call, audienceId) {
    for await (const { id, contacts } of readAudiences(call))
      if (id === audienceId) return contacts;
    throw new ServiceError('not_found', 'the group or segment does not exist');
  },

  // Reads from the newest to the oldest, after the id in the cursor, so no remaining contact is
  // skipped.
  async readContacts(call, audienceId, cursor) {
    // Other ids, such as `..`, would address another resource.
    if (!/^(all|(groups|segments):\d+)$/.test(audienceId))
      throw new ServiceError('not_found', 'no such audience');
    const [kind, audience] = audienceId.split(':');
    const path = audience ? `/api/${kind}/${audience}/subscribers` : '/api/subscribers';
    const limit = kind === 'groups' ? GROUP_PAGE_SIZE : PAGE_SIZE;
    const query = { 'filter[status]': 'active', limit, cursor };
    const { data, meta } = await readResource(call, SUBSCRIBERS, path, query);
    const active = data.filter(({ status }) => status === 'active');
    const items = active.map(({ id, email, fields: { name, last_name } }) => {
      return { id, email, firstName: textOf(name), lastName: textOf(last_name) };
    });
    return { items, next: meta.next_cursor ?? undefined };
  },

  async prepareChanges(call, _audienceId, marks) {
    const body = { name: FIELD, type: 'text' };
    const field = { method: 'POST', path: '/api/fields', body, accept: [422] } as const;
    const wasRefused = !(await hasField(call)) && (await call.send(field)).status === 422;
    // The account has its maximum of fields, or another job was faster.
    if (wasRefused && !(await hasField(call))) throw new ServiceError('refused', 'no_free_field');
    const groups = await findMarkGroups(call);
    for (const mark of marks.filter((each) => !groups.has(each)))
      await call.send({ method: 'POST', path: '/api/groups', body: { name: nameMarkList(mark) } });
  },

  async readStates(call, _audienceId, contacts) {
    const known = await readKnown(call, await findMarkGroups(call), contacts);
    return [...known.values()].map(({ state }) => state);
  },

  async changeContacts(call, _audienceId, changes) {
    const groups = await findMarkGroups(call);
    const plan = planChanges(changes, await readKnown(call, groups, changes), groups);
    const { unchanged } = plan;
    const send = async (requests: readonly SubscriberRequest[]): Promise<void> => {
      for await (const { id, code } of sendAll(call, requests)) if (code >= 400) unchanged.add(id);
    };
    // Setting the list `groups` of a subscriber would remove groups that somebody else adds
    // meanwhile.
    for (const [mark, group] of groups) {
      const { added, removed } = plan.membersOf(mark);
      const path = `/groups/${encodeURIComponent(group)}`;
      await send(added.map((id) => ({ id, method: 'POST', path })));
      await send(removed.map((id) => ({ id, method: 'DELETE', path })));
    }
    const updates = new Map<string, object>();
    for (const { change } of plan.fields)
      updates.set(change.id, { fields: { [FIELD]: change.field ?? null } });
    for (const { change } of plan.subscriptions)
      if (change.subscribed) unchanged.add(change.id);
      else updates.set(change.id, { ...updates.get(change.id), status: 'unsubscribed' });
    const wanted = [...updates].filter(([id]) => !unchanged.has(id));
    await send(wanted.map(([id, body]) => ({ id, method: 'PUT', body })));
    return [...unchanged];
  },

  readBounces,
};
