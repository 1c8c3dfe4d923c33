import * as z from 'zod/mini';
import { MARKED_STATUSES } from '../../../shared/model/connections/apply-actions.ts';
import { SERVICE_FIELDS } from '../../../shared/model/connections/service-name.ts';
import { forEachConcurrently } from '../../platform/for-each-concurrently.ts';
import {
  type Audience,
  type ContactChange,
  type ContactState,
  type Service,
  type ServiceBounce,
  type ServiceCall,
  ServiceError,
} from '../rules/service.ts';
import { nameMarkList } from './mark-lists.ts';
import { readOverlappingPage } from './overlapping-pages.ts';
import { parseBody, readResource, textOf } from './parse-body.ts';

// Maximum records of a page: mailchimp.com/developer/marketing/docs/methods-parameters/#pagination
const PAGE_SIZE = 1000;
const AUDIENCES_PER_PAGE = 10;
// Mailchimp allows ten concurrent calls:
// mailchimp.com/developer/marketing/docs/fundamentals/#throttling
const MAX_CONCURRENCY = 6;
const FIELD = SERVICE_FIELDS.mailchimp;

const TOTAL = z.object({ total_items: z.number() });
const ACCOUNT = z.object({ account_id: z.string(), account_name: z.string() });
const LIST = z.object({ id: z.string(), name: z.string() });
const LISTS = z.extend(TOTAL, { lists: z.array(LIST) });
const SEGMENT = z.object({ id: z.number(), name: z.string() });
const SEGMENTS = z.extend(TOTAL, { segments: z.array(SEGMENT) });
const TAGGED = z.object({ tags: z.array(z.object({ name: z.string() })) });
const PERSON = z.object({ status: z.string(), merge_fields: z.record(z.string(), z.unknown()) });
const STATE = z.extend(PERSON, { ...TAGGED.shape, tags_count: z.number() });
const MEMBER = z.extend(PERSON, { id: z.string(), email_address: z.string() });
const MEMBERS = z.extend(TOTAL, { members: z.array(MEMBER) });
const MERGE_FIELD = z.object({ tag: z.string(), type: z.string() });
const MERGE_FIELDS = z.object({ merge_fields: z.array(MERGE_FIELD) });
const BOUNCES = z.object({ hard_bounces: z.number(), soft_bounces: z.number() });
const REPORT = z.object({ id: z.string(), send_time: z.string(), bounces: BOUNCES });
const REPORTS = z.extend(TOTAL, { reports: z.array(REPORT) });
const TYPE = z.optional(z.nullable(z.string()));
const EVENT = z.object({ action: z.string(), type: TYPE });
const EMAIL = z.object({ email_address: z.string(), activity: z.array(EVENT) });
const ACTIVITY = z.extend(TOTAL, { emails: z.array(EMAIL) });

/**
 * Returns the path of the list, and the path and filter of the members, for an id such as `list` or
 * `list:segment`.
 * @throws {ServiceError} `not_found` for other ids, because `..` would lead to another resource
 */
function locateAudience(audienceId: string) {
  if (!/^\w+(:\d+)?$/.test(audienceId)) throw new ServiceError('not_found', 'no such audience');
  const [list = '', segment] = audienceId.split(':');
  const path = `/3.0/lists/${list}`;
  if (segment !== undefined)
    return { path, members: `${path}/segments/${segment}/members`, filter: {} };
  // Contacts who join while we read come last.
  const filter = { status: 'subscribed', sort_field: 'timestamp_opt', sort_dir: 'ASC' };
  return { path, members: `${path}/members`, filter };
}

async function readSegments(call: ServiceCall, list: Audience): Promise<Audience[]> {
  const segments: Audience[] = [];
  const path = `/3.0/lists/${encodeURIComponent(list.id)}/segments`;
  for (let total = 1; segments.length < total;) {
    const fields = 'segments.id,segments.name,total_items';
    const query = { count: PAGE_SIZE, offset: segments.length, fields };
    const page = await readResource(call, SEGMENTS, path, query);
    total = page.segments.length === 0 ? 0 : page.total_items;
    for (const { id, name } of page.segments)
      segments.push({ id: `${list.id}:${id}`, name: `${list.name}: ${name}` });
  }
  return segments;
}

/** Whether the list has our field. @throws {ServiceError} if another field has its name */
async function hasField(call: ServiceCall, listPath: string): Promise<boolean> {
  const query = { count: PAGE_SIZE, fields: 'merge_fields.tag,merge_fields.type' };
  const path = `${listPath}/merge-fields`;
  const { merge_fields } = await readResource(call, MERGE_FIELDS, path, query);
  const field = merge_fields.find(({ tag }) => tag === FIELD);
  if (field && field.type !== 'text') throw new ServiceError('refused', 'no_free_field');
  return field !== undefined;
}

/** Returns false if Mailchimp refuses, for example because the contact has since been deleted. */
async function changeMember(
  call: ServiceCall,
  path: string,
  { marks, field, subscribed }: ContactChange,
): Promise<boolean> {
  const accept = [400, 404];
  if (marks) {
    const tags = MARKED_STATUSES.map((mark) => ({
      name: nameMarkList(mark),
      status: marks.includes(mark) ? 'active' : 'inactive',
    }));
    // `is_syncing` starts no automations: mailchimp.com/developer/marketing/api/list-member-tags/
    const request = { path: `${path}/tags`, body: { tags, is_syncing: true }, accept };
    const { status } = await call.send({ method: 'POST', ...request });
    if (accept.includes(status)) return false;
  }
  const body = {
    ...(field !== undefined && { merge_fields: { [FIELD]: field ?? '' } }),
    ...(subscribed === false && { status: 'unsubscribed' }),
  };
  if (Object.keys(body).length === 0) return true;
  // Fields that the customer requires can be empty in imported contacts.
  const query = { skip_merge_validation: 'true' };
  const { status } = await call.send({ method: 'PATCH', path, query, body, accept });
  return !accept.includes(status);
}

/** Lists, segments and tags of Mailchimp. Marks are tags. */
export const mailchimp: Service = {
  name: 'mailchimp',
  batchSize: 50,
  // People must subscribe themselves again: mailchimp.com/help/resubscribe-a-contact/
  canResubscribe: false,

  origin({ token, dataCenter = token.slice(token.lastIndexOf('-') + 1) }) {
    // The data center becomes part of the host name, so it must not be able to change the domain.
    if (!/^[a-z]{2}\d{1,3}$/.test(dataCenter))
      throw new ServiceError('revoked', 'the token names no data center');
    return `https://${dataCenter}.api.mailchimp.com`;
  },

  // API keys use basic authentication, OAuth tokens use bearer authentication: README of
  // @mailchimp/mailchimp_marketing
  headers: ({ token, dataCenter }) => ({
    authorization:
      dataCenter === undefined
        ? `Basic ${Buffer.from(`tamis:${token}`).toString('base64')}`
        : `Bearer ${token}`,
  }),

  // "At exceptionally high volumes, you may receive an HTTP 429 or 403 without a JSON body":
  // mailchimp.com/developer/marketing/docs/fundamentals/#throttling
  failureOf: (status, body) => (status === 403 && body === undefined ? 'unavailable' : undefined),

  // There are no scopes, but the role of the key's user may not include these permissions.
  async describeAccount(call) {
    const query = { fields: 'account_id,account_name' };
    const { account_id, account_name } = await readResource(call, ACCOUNT, '/3.0/', query);
    for (const path of ['/3.0/lists', '/3.0/reports'])
      await readResource(call, TOTAL, path, { count: 1, fields: 'total_items' });
    return { id: account_id, name: account_name };
  },

  async listAudiences(call, cursor = '0') {
    const fields = 'lists.id,lists.name,total_items';
    const query = { count: AUDIENCES_PER_PAGE, offset: cursor, fields };
    const { lists, total_items } = await readResource(call, LISTS, '/3.0/lists', query);
    const items: Audience[] = [];
    for (const list of lists) items.push(list, ...(await readSegments(call, list)));
    const end = Number(cursor) + lists.length;
    return { items, next: lists.length > 0 && end < total_items ? String(end) : undefined };
  },

  async countContacts(call, audienceId) {
    const { members, filter } = locateAudience(audienceId);
    const query = { ...filter, count: 1, fields: 'total_items' };
    return (await readResource(call, TOTAL, members, query)).total_items;
  },

  async readContacts(call, audienceId, cursor) {
    const { members, filter } = locateAudience(audienceId);
    const names = ['id', 'email_address', 'status', 'merge_fields'];
    const fields = [...names.map((name) => `members.${name}`), 'total_items'].join();
    const page = await readOverlappingPage(PAGE_SIZE, cursor, async (offset) => {
      const query = { ...filter, count: PAGE_SIZE, offset, fields };
      const body = await readResource(call, MEMBERS, members, query);
      return { items: body.members, total: body.total_items };
    });
    const items = page.items
      .filter(({ status }) => status === 'subscribed')
      .map(({ id, email_address, merge_fields }) => ({
        id,
        email: email_address,
        firstName: textOf(merge_fields['FNAME']),
        lastName: textOf(merge_fields['LNAME']),
      }));
    return { ...page, items };
  },

  // Contacts can create tags, so only the field must exist.
  async prepareChanges(call, audienceId) {
    const { path } = locateAudience(audienceId);
    if (await hasField(call, path)) return;
    const body = { tag: FIELD, name: 'Tamis', type: 'text', required: false, public: false };
    const create = { method: 'POST', path: `${path}/merge-fields`, body } as const;
    const { status } = await call.send({ ...create, accept: [400] });
    // The list has its maximum of fields, or another job was faster.
    if (status === 400 && !(await hasField(call, path)))
      throw new ServiceError('refused', 'no_free_field');
  },

  async readStates(call, audienceId, contacts) {
    const { path } = locateAudience(audienceId);
    const states: ContactState[] = [];
    await forEachConcurrently(contacts, MAX_CONCURRENCY, async ({ id }) => {
      const member = `${path}/members/${encodeURIComponent(id)}`;
      const query = { fields: 'status,merge_fields,tags,tags_count' };
      const response = await call.send({ path: member, query, accept: [404] });
      if (response.status === 404) return;
      const { status, merge_fields, tags, tags_count } = parseBody(STATE, response);
      if (status === 'archived') return;
      // A member's own record contains at most 50 tags:
      // mailchimp.com/developer/marketing/api/list-members/
      const all = { path: `${member}/tags`, query: { count: PAGE_SIZE } };
      const shown = tags_count > tags.length ? parseBody(TAGGED, await call.send(all)).tags : tags;
      const names = new Set(shown.map(({ name }) => name));
      states.push({
        id,
        marks: MARKED_STATUSES.filter((mark) => names.has(nameMarkList(mark))),
        field: textOf(merge_fields[FIELD]) ?? null,
        subscribed: status === 'subscribed',
      });
    });
    return states;
  },

  async changeContacts(call, audienceId, changes) {
    const { path } = locateAudience(audienceId);
    const unchanged: string[] = [];
    await forEachConcurrently(changes, MAX_CONCURRENCY, async (change) => {
      const member = `${path}/members/${encodeURIComponent(change.id)}`;
      if (!(await changeMember(call, member, change))) unchanged.push(change.id);
    });
    return unchanged;
  },

  async readBounces(call, sinceMs, cursor = '0:0') {
    const [index = 0, offset = 0] = cursor.split(':').map(Number);
    const sent = await readResource(call, REPORTS, '/3.0/reports', {
      since_send_time: new Date(sinceMs).toISOString().replace(/\.\d+Z$/, '+00:00'),
      count: 1,
      offset: index,
      fields: 'reports.id,reports.send_time,reports.bounces,total_items',
    });
    const [report] = sent.reports;
    const next = index + 1 < sent.total_items ? `${index + 1}:0` : undefined;
    if (!report || report.bounces.hard_bounces + report.bounces.soft_bounces === 0)
      return { items: [], next };
    // mailchimp.com/developer/marketing/api/email-activity-reports/
    const path = `/3.0/reports/${encodeURIComponent(report.id)}/email-activity`;
    const fields = 'emails.email_address,emails.activity,total_items';
    const query = { count: PAGE_SIZE, offset, fields };
    const { emails, total_items } = await readResource(call, ACTIVITY, path, query);
    const items = emails.flatMap(({ email_address, activity }) =>
      activity.flatMap(({ action, type }): ServiceBounce | [] =>
        action === 'bounce' && (type === 'hard' || type === 'soft')
          ? { email: email_address, type, at: Date.parse(report.send_time) }
          : [],
      ),
    );
    const end = offset + emails.length;
    return { items, next: emails.length > 0 && end < total_items ? `${index}:${end}` : next };
  },
};
