import * as z from 'zod/mini';
import { MARKED_STATUSES } from '../../../shared/model/connections/apply-actions.ts';
import { SERVICE_FIELDS } from '../../../shared/model/connections/service-name.ts';
import {
  type ContactChange,
  type Service,
  type ServiceCall,
  ServiceError,
} from '../rules/service.ts';
import { BOUNCE_PAUSE_MS, readBrevoBounces } from './brevo-bounces.ts';
import { nameMarkList } from './mark-lists.ts';
import { readOverlappingPage } from './overlapping-pages.ts';
import { parseBody, readResource } from './parse-body.ts';

// Page sizes of contacts, and of lists, folders and segments: reference.md of @getbrevo/brevo
const PAGE_SIZE = 1000;
const SMALL_PAGE_SIZE = 50;
// "You can pass a maximum of 20 IDs": developers.brevo.com/reference/get-contacts
const MAX_IDS = 20;
const FIELD = SERVICE_FIELDS.brevo;
const FOLDER = 'Tamis';
/** Names of attributes depend on the account's language. */
const FIRST_NAMES = ['FIRSTNAME', 'FNAME', 'PRENOM', 'VORNAME', 'NOMBRE', 'NOME'];
const LAST_NAMES = ['LASTNAME', 'LNAME', 'NOM', 'NACHNAME', 'APELLIDOS', 'SURNAME'];

const CREATED = z.object({ id: z.number() });
const COUNT = z.object({ count: z.number() });
const ACCOUNT = z.object({ organization_id: z.string(), companyName: z.string() });
const NAMED = z.object({ id: z.number(), name: z.string() });
const SEGMENT = z.object({ id: z.number(), segmentName: z.string() });
/** A page of lists, folders or segments, which is absent if there are none. */
const GROUPS = z.extend(COUNT, {
  lists: z.optional(z.array(NAMED)),
  folders: z.optional(z.array(NAMED)),
  segments: z.optional(z.array(SEGMENT)),
});
const CONTACT = z.object({
  id: z.number(),
  email: z.optional(z.string()),
  emailBlacklisted: z.boolean(),
  listIds: z.array(z.number()),
  listUnsubscribed: z.optional(z.nullable(z.array(z.number()))),
  attributes: z.record(z.string(), z.unknown()),
});
type Contact = z.infer<typeof CONTACT>;
const CONTACTS = z.extend(COUNT, { contacts: z.array(CONTACT) });
const ATTRIBUTE = z.object({ name: z.string(), type: z.optional(z.string()) });
const ATTRIBUTES = z.object({ attributes: z.array(ATTRIBUTE) });
const ERROR = z.object({ code: z.string(), message: z.string() });

/** Filter of the contacts of an audience such as `list:12` or `segment:3`. */
function filterOf(audienceId: string): Readonly<Record<string, string | undefined>> {
  const [kind, id] = audienceId.split(':', 2);
  return kind === 'segment' ? { segmentId: id } : { listIds: id };
}

/** Whether campaigns to the audience reach the contact. */
const isSubscribed = (audienceId: string, { emailBlacklisted, listUnsubscribed }: Contact) =>
  !emailBlacklisted && !listUnsubscribed?.some((id) => audienceId === `list:${id}`);

function textOf({ attributes }: Contact, names: readonly string[]): string | undefined {
  const values = names.map((name) => attributes[name]);
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/**
 * Reads all lists or folders by name; accounts have only a few. Of equal names, the oldest counts.
 */
async function readNamed(
  call: ServiceCall,
  kind: 'lists' | 'folders',
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (let offset = 0, total = 1; offset < total; offset += SMALL_PAGE_SIZE) {
    const query = { limit: SMALL_PAGE_SIZE, offset, sort: 'asc' };
    const page = await readResource(call, GROUPS, `/v3/contacts/${kind}`, query);
    for (const { id, name } of page[kind] ?? []) if (!ids.has(name)) ids.set(name, id);
    total = page.count;
  }
  return ids;
}

async function readById(
  call: ServiceCall,
  contacts: readonly { readonly id: string }[],
): Promise<Contact[]> {
  const found: Contact[] = [];
  for (let start = 0; start < contacts.length; start += MAX_IDS) {
    const ids = contacts.slice(start, start + MAX_IDS).map(({ id }) => `ids=${Number(id)}`);
    const path = `/v3/contacts?${ids.join('&')}`;
    found.push(...(await readResource(call, CONTACTS, path, { limit: MAX_IDS })).contacts);
  }
  return found;
}

/** Whether the account has our attribute. @throws {ServiceError} if another one has its name */
async function hasField(call: ServiceCall): Promise<boolean> {
  const { attributes } = await readResource(call, ATTRIBUTES, '/v3/contacts/attributes');
  const field = attributes.find(({ name }) => name === FIELD);
  if (field && field.type !== 'text') throw new ServiceError('refused', 'no_free_field');
  return field !== undefined;
}

async function create(call: ServiceCall, path: string, body: object): Promise<number> {
  return parseBody(CREATED, await call.send({ method: 'POST', path, body })).id;
}

/** Returns the remaining changes to a contact; undefined if there are none. */
function describeUpdate(
  { marks, field, subscribed }: ContactChange,
  contact: Contact,
  lists: ReadonlyMap<string, number>,
) {
  const listIds: number[] = [];
  const unlinkListIds: number[] = [];
  for (const mark of MARKED_STATUSES) {
    const id = lists.get(nameMarkList(mark));
    if (id === undefined || marks?.includes(mark) === contact.listIds.includes(id)) continue;
    if (marks) (marks.includes(mark) ? listIds : unlinkListIds).push(id);
  }
  const update = {
    ...(field !== undefined &&
      field !== (textOf(contact, [FIELD]) ?? null) && { attributes: { [FIELD]: field ?? '' } }),
    ...(subscribed === contact.emailBlacklisted && { emailBlacklisted: !subscribed }),
    ...(listIds.length > 0 && { listIds }),
    ...(unlinkListIds.length > 0 && { unlinkListIds }),
  };
  return Object.keys(update).length > 0 ? { id: contact.id, ...update } : undefined;
}

/** Lists and segments of Brevo. Marks are lists, unsubscribing is blocklisting for email. */
export const brevo: Service = {
  name: 'brevo',
  origin: () => 'https://api.brevo.com',
  // No page names the host of exports, so only Brevo's own are accepted.
  fileHosts: ['.brevo.com', '.sendinblue.com'],
  headers: ({ token }) => ({ 'api-key': token }),
  batchSize: 100,
  // A contact who opts out after we blocklisted them looks the same, so blocklisting is never
  // reversed.
  canResubscribe: false,

  // In seconds: developers.brevo.com/docs/limit-headers
  retryAfterMs(status, headers) {
    const seconds = Number(headers.get('x-sib-ratelimit-reset') ?? Number.NaN);
    return status === 429 && Number.isFinite(seconds) ? seconds * 1000 : undefined;
  },

  failureOf(status, body) {
    const { code, message } = ERROR.safeParse(body).data ?? {};
    // "unrecognised IP address": the account allows only some: app.brevo.com/security/authorised_ips
    if (status === 401 && message?.includes('IP address')) return 'forbidden';
    return code === 'permission_denied' || code === 'account_under_validation'
      ? 'forbidden'
      : undefined;
  },

  // Keys open the whole account, so reading one thing of each kind tests enough.
  async describeAccount(call) {
    const account = await readResource(call, ACCOUNT, '/v3/account');
    await readResource(call, COUNT, '/v3/contacts', { limit: 1 });
    return { id: account.organization_id, name: account.companyName };
  },

  async listAudiences(call, cursor = 'list:0') {
    const [kind, start] = cursor.split(':');
    const offset = Number(start);
    const path = `/v3/contacts/${kind === 'list' ? 'lists' : 'segments'}`;
    const query = { limit: SMALL_PAGE_SIZE, offset };
    const page = await readResource(call, GROUPS, path, query);
    const items = [
      ...(page.lists ?? []).map(({ id, name }) => ({ id: `list:${id}`, name })),
      ...(page.segments ?? []).map(({ id, segmentName: name }) => ({ id: `segment:${id}`, name })),
    ];
    if (offset + SMALL_PAGE_SIZE < page.count)
      return { items, next: `${kind}:${offset + SMALL_PAGE_SIZE}` };
    return { items, next: kind === 'list' ? 'segment:0' : undefined };
  },

  async countContacts(call, audienceId) {
    const query = { ...filterOf(audienceId), limit: 1 };
    return (await readResource(call, COUNT, '/v3/contacts', query)).count;
  },

  async readContacts(call, audienceId, cursor) {
    const page = await readOverlappingPage(PAGE_SIZE, cursor, async (offset) => {
      // Contacts created while we read come last.
      const query = { ...filterOf(audienceId), limit: PAGE_SIZE, offset, sort: 'asc' };
      const { contacts, count } = await readResource(call, CONTACTS, '/v3/contacts', query);
      return { items: contacts, total: count };
    });
    const items = page.items.flatMap((contact) => {
      const { id, email } = contact;
      if (!email || !isSubscribed(audienceId, contact)) return [];
      const firstName = textOf(contact, FIRST_NAMES);
      return { id: String(id), email, firstName, lastName: textOf(contact, LAST_NAMES) };
    });
    return { ...page, items };
  },

  async prepareChanges(call, _audienceId, marks) {
    if (!(await hasField(call))) {
      const path = `/v3/contacts/attributes/normal/${FIELD}`;
      const field = { method: 'POST', path, body: { type: 'text' } } as const;
      const { status } = await call.send({ ...field, accept: [400] });
      // The account has its maximum of attributes, or another job was faster.
      if (status === 400 && !(await hasField(call)))
        throw new ServiceError('refused', 'no_free_field');
    }
    const lists = await readNamed(call, 'lists');
    const missing = marks.map(nameMarkList).filter((name) => !lists.has(name));
    if (missing.length === 0) return;
    const folder = (await readNamed(call, 'folders')).get(FOLDER);
    const folderId = folder ?? (await create(call, '/v3/contacts/folders', { name: FOLDER }));
    for (const name of missing) await create(call, '/v3/contacts/lists', { name, folderId });
  },

  async readStates(call, audienceId, contacts) {
    const lists = await readNamed(call, 'lists');
    return (await readById(call, contacts)).map((contact) => ({
      id: String(contact.id),
      marks: MARKED_STATUSES.filter((mark) =>
        contact.listIds.some((id) => id === lists.get(nameMarkList(mark))),
      ),
      field: textOf(contact, [FIELD]) ?? null,
      subscribed: isSubscribed(audienceId, contact),
    }));
  },

  async changeContacts(call, _audienceId, changes) {
    const lists = await readNamed(call, 'lists');
    const contacts = await readById(call, changes);
    const byId = new Map(contacts.map((contact) => [String(contact.id), contact]));
    const missing = changes.filter(({ id }) => !byId.has(id)).map(({ id }) => id);
    const updates = changes.flatMap((change) => {
      const contact = byId.get(change.id);
      return (contact && describeUpdate(change, contact, lists)) ?? [];
    });
    if (updates.length === 0) return missing;
    const accept = [400, 404];
    const batch = { path: '/v3/contacts/batch', body: { contacts: updates }, accept };
    if (!accept.includes((await call.send({ method: 'POST', ...batch })).status)) return missing;
    // One refused contact, such as one that was just deleted, makes the service refuse the whole
    // batch.
    for (const { id, ...body } of updates) {
      const query = { identifierType: 'contact_id' };
      const path = `/v3/contacts/${id}`;
      const { status } = await call.send({ method: 'PUT', path, query, body, accept });
      if (accept.includes(status)) missing.push(String(id));
    }
    return missing;
  },

  readBounces: readBrevoBounces,
  bouncePauseMs: BOUNCE_PAUSE_MS,
};
