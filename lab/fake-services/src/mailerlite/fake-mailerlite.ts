import * as z from 'zod/mini';
import type { FakeRequest, FakeResponse, FakeService } from '../fake-service.ts';
import { createFaults, type Faults } from '../faults.ts';
import {
  type Call,
  createStrictRoutes,
  pageOf,
  type Refusal,
  type Route,
} from '../strict-routes.ts';
import { type Campaign, MailerliteAccount, type Subscriber } from './account.ts';

// developers.mailerlite.com/docs/#rate-limits
const CALLS_PER_WINDOW = 120;
const WINDOW_MS = 60_000;
// developers.mailerlite.com/api/batching
const MAX_REQUESTS = 50;

const STATUS = /^(active|unsubscribed|unconfirmed|bounced|junk)$/;
const PAGE = /^[1-9]\d*$/;
const UP_TO_100 = /^([1-9]\d?|100)$/;
const PAGING = { limit: UP_TO_100, page: PAGE };
const CURSOR = /^[\w-]+$/;
const SUBSCRIBERS = { 'filter[status]': STATUS, limit: UP_TO_100, cursor: CURSOR };

const NEW_GROUP = z.strictObject({ name: z.string().check(z.maxLength(255)) });
const NEW_FIELD = z.strictObject({
  name: z.string().check(z.maxLength(255)),
  type: z.enum(['text', 'number', 'date']),
});
const CHANGE = z.strictObject({
  fields: z.optional(z.record(z.string(), z.nullable(z.string()))),
  groups: z.optional(z.array(z.string())),
  status: z.optional(z.enum(['active', 'unsubscribed', 'unconfirmed', 'bounced', 'junk'])),
});
const REQUEST = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']),
  path: z.string().check(z.startsWith('api/')),
  body: z.optional(z.looseObject({})),
});
const BATCH = z.strictObject({
  requests: z.array(REQUEST).check(z.minLength(1), z.maxLength(MAX_REQUESTS)),
});

/** Statuses and messages: developers.mailerlite.com/docs/#http-status-codes */
const ERRORS: Readonly<Record<Refusal, readonly [status: number, message?: string]>> = {
  unauthenticated: [401, 'Unauthenticated.'],
  unknown_path: [404],
  wrong_method: [405],
  invalid: [422],
  limited: [429, 'Too Many Attempts.'],
  overloaded: [429, 'Too Many Attempts.'],
  broken: [500, 'Server Error'],
};

const error = (status: number, message: string): FakeResponse => ({ status, body: { message } });
const invalid = (name: string, message: string): FakeResponse => ({
  status: 422,
  body: { message: 'The given data was invalid.', errors: { [name]: [message] } },
});
const NOT_FOUND = error(404, 'Not found');
const data = (status: number, body: unknown): FakeResponse => ({ status, body: { data: body } });

const tooManyAttempts = (waitMs: number): FakeResponse => ({
  ...error(429, 'Too Many Attempts.'),
  headers: {
    'x-ratelimit-limit': String(CALLS_PER_WINDOW),
    'x-ratelimit-remaining': '0',
    'retry-after': String(Math.ceil(waitMs / 1000)),
  },
});

const encodeCursor = (id: string): string =>
  Buffer.from(`{"id":${id},"_pointsToNextItems":true}`).toString('base64url');
/** Returns undefined for a cursor that the API does not create. */
const decodeCursor = (cursor: string): string | undefined =>
  /^\{"id":(\d+),"_pointsToNextItems":true\}$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  )?.[1];

const formatTime = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const describeCampaign = ({ id, startedAt, hardbounced, softbounced }: Campaign) => ({
  id,
  status: 'sent',
  started_at: formatTime(startedAt),
  stats: { hard_bounces_count: hardbounced.length, soft_bounces_count: softbounced.length },
});

function respondWithPage<Item>(
  { query }: Call,
  items: readonly Item[],
  describeItem: (item: Item) => unknown,
) {
  const size = Number(query.get('limit') ?? 25);
  const page = Number(query.get('page') ?? 1);
  const shown = pageOf(items, (page - 1) * size, size);
  const meta = { current_page: page, last_page: Math.max(1, Math.ceil(items.length / size)) };
  return { status: 200, body: { data: shown.map(describeItem), meta } };
}

interface Options {
  readonly token?: string;
  readonly subscribers?: number;
  readonly emailAt?: (index: number) => string;
  /** Counts the vendor's limit by this clock. Without one, nothing is limited. */
  readonly now?: () => number;
}

/** Fakes the parts of MailerLite's API that connections use: developers.mailerlite.com/docs/ */
export function createFakeMailerlite({
  token = 'mailerlite-fake',
  subscribers = 0,
  emailAt,
  now,
}: Options = {}): FakeService & { readonly account: MailerliteAccount; readonly faults: Faults } {
  const account = new MailerliteAccount();
  if (subscribers > 0) account.addGroup(subscribers, emailAt);
  const faults = createFaults();
  let window = { start: 0, calls: 0 };

  function limit(route: string): FakeResponse | undefined {
    if (account.forbidden.has(route)) return error(403, 'This action is unauthorized.');
    if (!now) return undefined;
    if (now() >= window.start + WINDOW_MS) window = { start: now(), calls: 0 };
    window.calls += 1;
    return window.calls > CALLS_PER_WINDOW
      ? tooManyAttempts(window.start + WINDOW_MS - now())
      : undefined;
  }

  function describe(subscriber: Subscriber, withGroups: boolean) {
    const { id, email, status, fields, groups } = subscriber;
    const custom = account.fields.map(({ key }) => [key, fields[key] ?? null]);
    return {
      id,
      email,
      status,
      fields: Object.fromEntries(custom) as object,
      ...(withGroups && { groups: account.groups.filter((group) => groups.has(group.id)) }),
    };
  }

  /**
   * Responds with subscribers, newest first, after the subscriber of the cursor, who may be gone.
   */
  function respondWithSubscribers(
    { query }: Call,
    includes: (subscriber: Subscriber) => boolean,
    defaultStatus?: string,
  ): FakeResponse {
    const status = query.get('filter[status]') ?? defaultStatus;
    const size = Number(query.get('limit') ?? 25);
    const cursor = query.get('cursor');
    const after = cursor === null ? undefined : decodeCursor(cursor);
    if (cursor !== null && after === undefined) return invalid('cursor', 'The cursor is invalid.');
    const found = [...account.subscribers.values()]
      .filter((each) => (!status || each.status === status) && includes(each))
      .filter(({ id }) => after === undefined || id < after)
      .toReversed();
    const page = found.slice(0, size);
    const last = found.length > size ? page.at(-1) : undefined;
    const meta = { per_page: size, next_cursor: last ? encodeCursor(last.id) : null };
    return { status: 200, body: { data: page.map((each) => describe(each, false)), meta } };
  }

  const findSubscriber = ({ params: { subscriber = '' } }: Call): Subscriber | undefined =>
    account.subscribers.get(subscriber) ??
    [...account.subscribers.values()].find(({ email }) => email === subscriber);

  const countOf = (group: string, status: string): number =>
    [...account.subscribers.values()].filter(
      (each) => each.status === status && each.groups.has(group),
    ).length;

  const routes: Record<string, Route> = {
    'GET /api/account': { run: () => data(200, { id: account.id, name: account.name }) },
    'GET /api/subscribers': {
      query: { ...SUBSCRIBERS, limit: /^(0|[1-9]\d?|100)$/ },
      run: (call) =>
        call.query.get('limit') === '0'
          ? { status: 200, body: { total: account.subscribers.size } }
          : respondWithSubscribers(call, () => true),
    },
    'GET /api/subscribers/{subscriber}': {
      run(call) {
        const subscriber = findSubscriber(call);
        return subscriber ? data(200, describe(subscriber, true)) : NOT_FOUND;
      },
    },
    'PUT /api/subscribers/{subscriber}': {
      body: CHANGE,
      run(call) {
        const subscriber = findSubscriber(call);
        if (!subscriber) return NOT_FOUND;
        const { fields = {}, groups, status } = CHANGE.parse(call.body);
        const unknown = Object.keys(fields).find(
          (name) => !account.fields.some(({ key }) => key === name),
        );
        if (unknown !== undefined) return invalid('fields', `The field ${unknown} is invalid.`);
        // To prevent abuse, the API refuses this:
        // developers.mailerlite.com/docs/subscribers.html#update-a-subscriber
        if (status === 'active' && ['unsubscribed', 'bounced', 'junk'].includes(subscriber.status))
          return invalid('status', `This subscriber is ${subscriber.status}.`);
        subscriber.fields = { ...subscriber.fields, ...fields };
        if (status) subscriber.status = status;
        if (groups) {
          subscriber.groups.clear();
          for (const group of groups) subscriber.groups.add(group);
        }
        return data(200, describe(subscriber, true));
      },
    },
    'POST /api/subscribers/{subscriber}/groups/{group}': {
      run(call) {
        const subscriber = findSubscriber(call);
        const group = account.groups.find(({ id }) => id === call.params['group']);
        if (!subscriber || !group) return invalid('id', 'The selected id is invalid.');
        subscriber.groups.add(group.id);
        return data(200, group);
      },
    },
    'DELETE /api/subscribers/{subscriber}/groups/{group}': {
      run(call) {
        const isMember = findSubscriber(call)?.groups.delete(call.params['group'] ?? '');
        return isMember ? { status: 204 } : NOT_FOUND;
      },
    },
    'GET /api/groups': {
      query: { ...PAGING, 'filter[name]': /./, sort: /^-?(name|created_at)$/ },
      run(call) {
        const part = call.query.get('filter[name]') ?? '';
        const groups = account.groups.filter(({ name }) => name.includes(part));
        const isByTime = call.query.get('sort') === 'created_at';
        const sorted = isByTime ? groups : groups.toSorted((a, b) => (a.name < b.name ? -1 : 1));
        return respondWithPage(call, sorted, (group) => ({
          ...group,
          active_count: countOf(group.id, 'active'),
          unsubscribed_count: countOf(group.id, 'unsubscribed'),
        }));
      },
    },
    'POST /api/groups': {
      body: NEW_GROUP,
      run({ body }) {
        const group = { id: account.nextId(), ...NEW_GROUP.parse(body) };
        account.groups.push(group);
        return data(201, { ...group, active_count: 0 });
      },
    },
    'GET /api/groups/{group}/subscribers': {
      query: { ...SUBSCRIBERS, limit: /^([1-9]\d{0,2}|1000)$/ },
      run(call) {
        const id = call.params['group'] ?? '';
        if (!account.groups.some((group) => group.id === id)) return NOT_FOUND;
        return respondWithSubscribers(call, ({ groups }) => groups.has(id), 'active');
      },
    },
    'GET /api/segments': {
      query: PAGING,
      run: (call) =>
        respondWithPage(call, account.segments, ({ id, name, includes }) => ({
          id,
          name,
          total: [...account.subscribers.values()].filter(includes).length,
        })),
    },
    'GET /api/segments/{segment}/subscribers': {
      query: SUBSCRIBERS,
      run(call) {
        const segment = account.segments.find(({ id }) => id === call.params['segment']);
        return segment ? respondWithSubscribers(call, segment.includes, 'active') : NOT_FOUND;
      },
    },
    'GET /api/fields': {
      query: PAGING,
      run: (call) =>
        respondWithPage(call, account.fields, (field) => ({ id: field.key, ...field })),
    },
    'POST /api/fields': {
      body: NEW_FIELD,
      run({ body }) {
        const { name, type } = NEW_FIELD.parse(body);
        const key = name.toLowerCase().replaceAll(' ', '_');
        if (account.fields.some((field) => field.key === key))
          return invalid('name', 'The name has already been taken.');
        if (account.fields.length >= account.maxFields)
          return invalid('name', 'The maximum of fields is reached.');
        account.fields.push({ name, key, type });
        return data(201, { id: key, name, key, type });
      },
    },
    'GET /api/campaigns': {
      query: { ...PAGING, 'filter[status]': /^(sent|draft|ready)$/ },
      run(call) {
        const isSent = call.query.get('filter[status]') === 'sent';
        return respondWithPage(
          call,
          isSent ? account.campaigns.toReversed() : [],
          describeCampaign,
        );
      },
    },
    'GET /api/campaigns/{campaign}/reports/subscriber-activity': {
      query: {
        'filter[type]': /^(hard|soft)bounced$/,
        limit: /^(10|25|50|100)$/,
        page: PAGE,
        include: /^subscriber$/,
      },
      run(call) {
        const campaign = account.campaigns.find(({ id }) => id === call.params['campaign']);
        if (!campaign) return NOT_FOUND;
        const type = call.query.get('filter[type]') === 'hardbounced' ? 'hard' : 'soft';
        const recipients = campaign[`${type}bounced`];
        return respondWithPage(call, recipients, (subscriber) => ({
          id: subscriber.id,
          opens_count: 0,
          clicks_count: 0,
          ...(call.query.has('include') && { subscriber: describe(subscriber, false) }),
        }));
      },
    },
  };

  const common = {
    isAuthenticated: ({ headers }: FakeRequest) => headers['authorization'] === `Bearer ${token}`,
    refuse(refusal: Refusal, detail: string): FakeResponse {
      if (refusal === 'limited') return tooManyAttempts(1000);
      const [status, message] = ERRORS[refusal];
      return refusal === 'invalid' ? invalid('request', detail) : error(status, message ?? detail);
    },
  };
  const respondInBatch = createStrictRoutes({
    ...common,
    routes,
    faults: { ...createFaults(), before: (route) => faults.before(route) },
    limit: (route) => (account.forbidden.has(route) ? error(403, 'Forbidden') : undefined),
  });

  const respond = createStrictRoutes({
    ...common,
    routes: {
      ...routes,
      'POST /api/batch': {
        body: BATCH,
        async run({ body }) {
          const responses = [];
          for (const { method, path, body: inner } of BATCH.parse(body).requests) {
            const headers = {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
            };
            const text = inner === undefined ? '' : JSON.stringify(inner);
            const request = { method, host: '', url: `/${path}`, headers, body: text };
            const answer = await respondInBatch(request);
            responses.push({ code: answer.status, body: answer.body ?? null });
          }
          const failed = responses.filter(({ code }) => code >= 400).length;
          const total = responses.length;
          return { status: 200, body: { total, successful: total - failed, failed, responses } };
        },
      },
    },
    faults,
    limit,
  });

  return { hosts: /^connect\.mailerlite\.com$/, account, faults, respond };
}
