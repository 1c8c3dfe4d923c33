import * as z from 'zod/mini';
import type { FakeResponse, FakeService } from '../fake-service.ts';
import { createFaults, type Faults } from '../faults.ts';
import {
  type Call,
  createStrictRoutes,
  pageOf,
  type Refusal,
  type Route,
} from '../strict-routes.ts';
import { BrevoAccount, type Contact, type Process } from './account.ts';

// General limits: developers.brevo.com/docs/api-limits
const CONTACTS_PER_SECOND = 10;
const OTHERS_PER_HOUR = 100;
const HOUR_MS = 3_600_000;
const MAX_BATCH = 100;
// developers.brevo.com/reference/get-contacts: "You can pass a maximum of 20 IDs."
const MAX_IDS = 20;
const EXPORT_HOST = 'export.brevo.com';

const ORDER = /^(asc|desc)$/;
const ID = /^[1-9]\d*$/;
const UP_TO_50 = /^([1-9]|[1-4]\d|50)$/;
const UP_TO_1000 = /^([1-9]\d{0,2}|1000)$/;
const PAGING = { limit: UP_TO_50, offset: /^\d+$/, sort: ORDER };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const CHANGE = z.strictObject({
  attributes: z.optional(z.record(z.string(), z.string())),
  emailBlacklisted: z.optional(z.boolean()),
  listIds: z.optional(z.array(z.int())),
  unlinkListIds: z.optional(z.array(z.int())),
});
type Change = z.infer<typeof CHANGE>;
const CHANGE_BY_ID = z.extend(CHANGE, { id: z.int() });
const BATCH = z.strictObject({
  contacts: z.array(CHANGE_BY_ID).check(z.minLength(1), z.maxLength(MAX_BATCH)),
});
const NEW_LIST = z.strictObject({ name: z.string(), folderId: z.int() });
const NEW_FOLDER = z.strictObject({ name: z.string() });
const NEW_ATTRIBUTE = z.strictObject({ type: z.literal('text') });
const EXPORT = z.strictObject({ recipientsType: z.enum(['hardBounces', 'softBounces']) });

/** Codes of errors: type `BadRequestErrorBody` of @getbrevo/brevo */
const ERRORS: Readonly<Record<Refusal, readonly [status: number, code: string]>> = {
  unauthenticated: [401, 'unauthorized'],
  unknown_path: [404, 'document_not_found'],
  wrong_method: [405, 'method_not_allowed'],
  invalid: [400, 'invalid_parameter'],
  limited: [429, 'too_many_requests'],
  overloaded: [429, 'too_many_requests'],
  broken: [500, 'internal_error'],
};

const error = (status: number, code: string, message: string): FakeResponse => ({
  status,
  body: { code, message },
});
const invalid = (message: string): FakeResponse => error(400, 'invalid_parameter', message);
const notFound = (message: string): FakeResponse => error(404, 'document_not_found', message);

const describeContact = (contact: Contact) => ({
  id: contact.id,
  ...(contact.email !== undefined && { email: contact.email }),
  emailBlacklisted: contact.emailBlacklisted,
  smsBlacklisted: false,
  listIds: [...contact.listIds],
  listUnsubscribed: [...contact.listUnsubscribed],
  attributes: contact.attributes,
});

const tooManyRequests = (most: number, resetMs: number): FakeResponse => ({
  ...error(429, 'too_many_requests', 'API rate limit exceeded'),
  headers: {
    'x-sib-ratelimit-limit': String(most),
    'x-sib-ratelimit-remaining': '0',
    'x-sib-ratelimit-reset': String(Math.ceil(resetMs / 1000)),
  },
});

function change(contact: Contact, { attributes, emailBlacklisted, ...lists }: Change): void {
  contact.attributes = { ...contact.attributes, ...attributes };
  if (emailBlacklisted !== undefined) contact.emailBlacklisted = emailBlacklisted;
  for (const id of lists.listIds ?? []) contact.listIds.add(id);
  for (const id of lists.unlinkListIds ?? []) contact.listIds.delete(id);
}

interface Options {
  readonly key?: string;
  /** Counts the vendor's limits by this clock. Without one, nothing is limited. */
  readonly now?: () => number;
}

/** Fakes the parts of Brevo's API v3 that connections use. */
export function createFakeBrevo({ key = 'xkeysib-fake', now }: Options = {}): FakeService & {
  readonly account: BrevoAccount;
  readonly faults: Faults;
} {
  const account = new BrevoAccount();
  const faults = createFaults();
  const windows = new Map<string, { start: number; calls: number }>();

  /** Counts a call. `x-sib-ratelimit-reset` is in seconds: developers.brevo.com/docs/limit-headers */
  function limit(route: string): FakeResponse | undefined {
    if (!now) return undefined;
    const isContacts = route.includes(' /v3/contacts');
    const name = isContacts ? 'contacts' : 'others';
    const length = isContacts ? 1000 : HOUR_MS;
    const most = isContacts ? CONTACTS_PER_SECOND : OTHERS_PER_HOUR;
    let window = windows.get(name);
    if (!window || now() >= window.start + length) {
      window = { start: now(), calls: 0 };
      windows.set(name, window);
    }
    window.calls += 1;
    if (window.calls <= most) return undefined;
    return tooManyRequests(most, window.start + length - now());
  }

  function respondWithPage<Item>(
    { query }: Call,
    name: string,
    items: readonly Item[],
    describe: (item: Item) => unknown = (item) => item,
    defaultLimit = 10,
  ): FakeResponse {
    const size = Number(query.get('limit') ?? defaultLimit);
    const sorted = query.get('sort') === 'asc' ? items : items.toReversed();
    const from = Number(query.get('offset') ?? 0);
    const page = pageOf(sorted, from, size, name === 'contacts' ? faults : undefined);
    return { status: 200, body: { count: items.length, [name]: page.map(describe) } };
  }

  /** Returns why a change is invalid; undefined if it is valid. */
  function findMistake({ attributes = {}, listIds = [], unlinkListIds = [] }: Change) {
    const attribute = Object.keys(attributes).find((name) => !account.attributes.has(name));
    if (attribute !== undefined) return `Attribute not found: ${attribute}`;
    const ids = [...listIds, ...unlinkListIds];
    const list = ids.find((id) => !account.lists.some((other) => other.id === id));
    return list === undefined ? undefined : `List ID does not exist: ${list}`;
  }

  const routes: Record<string, Route> = {
    'GET /v3/account': {
      run: () => ({
        status: 200,
        body: {
          organization_id: account.id,
          companyName: account.name,
          email: 'owner@example.com',
        },
      }),
    },
    'GET /v3/contacts': {
      query: { ...PAGING, limit: UP_TO_1000, ids: ID, listIds: ID, segmentId: ID },
      run(call) {
        const { query } = call;
        const [ids, lists] = ['ids', 'listIds'].map((name) => query.getAll(name).map(Number));
        const segmentId = query.get('segmentId');
        if (!ids || !lists || ids.length > MAX_IDS) return invalid('At most 20 ids are allowed.');
        if (segmentId !== null && lists.length > 0)
          return invalid('Either listIds or segmentId can be passed.');
        const segment = account.segments.find(({ id }) => String(id) === segmentId);
        if (segmentId !== null && !segment) return notFound('Segment does not exist');
        if (lists.some((id) => !account.lists.some((list) => list.id === id)))
          return notFound('List ID does not exist');
        const contacts = [...account.contacts.values()].filter(
          (contact) =>
            (ids.length === 0 || ids.includes(contact.id)) &&
            (lists.length === 0 || lists.some((id) => contact.listIds.has(id))) &&
            (!segment || segment.includes(contact)),
        );
        return respondWithPage(call, 'contacts', contacts, describeContact, 50);
      },
    },
    'POST /v3/contacts/batch': {
      body: BATCH,
      run({ body }) {
        const { contacts } = BATCH.parse(body);
        const missing = contacts.find(({ id }) => !account.contacts.has(id));
        if (missing) return invalid('Contact does not exist');
        const mistake = contacts.map(findMistake).find((each) => each !== undefined);
        if (mistake !== undefined) return invalid(mistake);
        for (const { id, ...changes } of contacts) {
          const contact = account.contacts.get(id);
          if (contact) change(contact, changes);
        }
        return { status: 204 };
      },
    },
    'PUT /v3/contacts/{contact}': {
      query: { identifierType: /^contact_id$/ },
      body: CHANGE,
      run({ params, body }) {
        const contact = account.contacts.get(Number(params['contact']));
        if (!contact) return notFound('Contact does not exist');
        const changes = CHANGE.parse(body);
        const mistake = findMistake(changes);
        if (mistake !== undefined) return invalid(mistake);
        change(contact, changes);
        return { status: 204 };
      },
    },
    'GET /v3/contacts/attributes': {
      run: () => ({
        status: 200,
        body: {
          attributes: [
            { name: 'SCORE', category: 'calculated' },
            ...[...account.attributes].map((name) => ({ name, category: 'normal', type: 'text' })),
          ],
        },
      }),
    },
    'POST /v3/contacts/attributes/normal/{name}': {
      body: NEW_ATTRIBUTE,
      run({ params: { name = '' } }) {
        if (account.attributes.has(name)) return invalid('Attribute name must be unique');
        if (account.attributes.size >= account.maxAttributes)
          return invalid('The maximum of attributes is reached');
        account.attributes.add(name);
        return { status: 201 };
      },
    },
    'GET /v3/contacts/lists': {
      query: PAGING,
      run: (call) =>
        respondWithPage(call, 'lists', account.lists, (list) => ({ ...list, totalSubscribers: 0 })),
    },
    'POST /v3/contacts/lists': {
      body: NEW_LIST,
      run({ body }) {
        const list = NEW_LIST.parse(body);
        if (!account.folders.some(({ id }) => id === list.folderId))
          return notFound('Folder ID does not exist');
        const id = account.nextId();
        account.lists.push({ id, ...list });
        return { status: 201, body: { id } };
      },
    },
    'GET /v3/contacts/folders': {
      query: PAGING,
      run: (call) => respondWithPage(call, 'folders', account.folders),
    },
    'POST /v3/contacts/folders': {
      body: NEW_FOLDER,
      run({ body }) {
        const id = account.nextId();
        account.folders.push({ id, ...NEW_FOLDER.parse(body) });
        return { status: 201, body: { id } };
      },
    },
    'GET /v3/contacts/segments': {
      query: PAGING,
      run: (call) =>
        respondWithPage(call, 'segments', account.segments, ({ id, name }) => ({
          id,
          segmentName: name,
          categoryName: '',
        })),
    },
    'GET /v3/emailCampaigns': {
      query: {
        ...PAGING,
        status: /^sent$/,
        statistics: /^globalStats$/,
        startDate: TIME,
        endDate: TIME,
        excludeHtmlContent: /^true$/,
      },
      run(call) {
        const [from, to] = ['startDate', 'endDate'].map((name) => call.query.get(name));
        if ((from === null) !== (to === null)) return invalid('Both dates are mandatory.');
        const sent = account.campaigns.filter(
          ({ sentAt }) => !from || !to || (sentAt >= Date.parse(from) && sentAt <= Date.parse(to)),
        );
        return respondWithPage(call, 'campaigns', sent, (campaign) => ({
          id: campaign.id,
          status: 'sent',
          sentDate: new Date(campaign.sentAt).toISOString(),
          statistics: {
            globalStats: {
              hardBounces: campaign.hardBounces.length,
              softBounces: campaign.softBounces.length,
            },
          },
        }));
      },
    },
    'POST /v3/emailCampaigns/{campaign}/exportRecipients': {
      body: EXPORT,
      run({ params, body }) {
        const campaign = account.campaigns.find(({ id }) => String(id) === params['campaign']);
        if (!campaign) return notFound('Campaign ID not found');
        const type = EXPORT.parse(body).recipientsType;
        const processId = account.processes.push({
          campaign,
          type,
          remaining: account.readsUntilExport,
        });
        return { status: 202, body: { processId } };
      },
    },
    'GET /v3/processes/{process}': {
      run({ params }) {
        const id = Number(params['process']);
        const process = account.processes[id - 1];
        if (!process) return notFound('Process not found');
        process.remaining -= 1;
        const isCompleted = process.remaining < 0;
        return {
          status: 200,
          body: {
            id,
            name: 'CAMPAIGN_USER_DETAILS',
            status: isCompleted ? 'completed' : 'in_process',
            ...(isCompleted && { export_url: `${account.exportOrigin}/exports/${id}.csv` }),
          },
        };
      },
    },
  };

  const respond = createStrictRoutes({
    routes,
    faults,
    limit,
    isAuthenticated: ({ headers }) => headers['api-key'] === key,
    refuse: (refusal, detail) =>
      refusal === 'limited' ? tooManyRequests(1, 1000) : error(...ERRORS[refusal], detail),
  });

  return {
    hosts: /^(api|export)\.brevo\.com$/,
    account,
    faults,
    respond(request) {
      if (request.host !== EXPORT_HOST) return respond(request);
      const id = /^\/exports\/(\d+)\.csv$/.exec(request.url)?.[1];
      const process = account.processes[Number(id) - 1];
      // Exported files are not protected by the key, so it must not be sent to their host.
      if (request.headers['api-key'] !== undefined) return { status: 400 };
      return process ? { status: 200, body: formatExport(process) } : { status: 404 };
    },
  };
}

const formatExport = ({ campaign, type }: Process): string =>
  ['EMAIL;FIRSTNAME;LASTNAME', ...campaign[type].map((email) => `"${email}";"First, or";`)].join(
    '\r\n',
  );
