import type { FakeResponse, FakeService } from '../fake-service.ts';
import { createFaults, type Faults } from '../faults.ts';
import {
  type Call,
  createStrictService,
  type Operations,
  paginate,
  type Refusal,
} from '../strict-service.ts';
import {
  createAccount,
  type FakeKlaviyoOptions,
  type KlaviyoAccount,
  type KlaviyoGroup,
  type KlaviyoProfile,
  type Suppression,
} from './account.ts';
import { parseFilter } from './filter.ts';
import document from './openapi.json' with { type: 'json' };

const ORIGIN = 'https://a.klaviyo.com';
const BOUNCE_METRIC = 'BNCMTR';
// https://developers.klaviyo.com/en/reference/bulk_suppress_profiles: 100 addresses per request.
const MAX_SUPPRESSED = 100;
// https://developers.klaviyo.com/en/reference/add_profiles_to_list: 1,000 profiles per call.
const MAX_MEMBERS = 1000;

export type FakeKlaviyo = FakeService & {
  readonly account: KlaviyoAccount;
  readonly faults: Faults;
};

const newError = (
  status: number,
  code: string,
  detail: string,
  source: Readonly<Record<string, string>> = {},
): FakeResponse => ({
  status,
  // https://developers.klaviyo.com/en/docs/rate_limits_and_error_handling
  body: {
    errors: [{ id: 'e0', status, code, title: detail, detail, source, links: {}, meta: {} }],
  },
});

function refuse(refusal: Refusal): FakeResponse {
  switch (refusal.reason) {
    case 'unknown':
      return newError(404, 'not_found', 'A resource was not found.');
    case 'unauthenticated':
      return newError(401, 'not_authenticated', 'Missing or invalid private key.');
    case 'forbidden':
      return newError(403, 'permission_denied', `The key lacks ${refusal.scopes.join()}.`);
    case 'limited':
      return {
        ...newError(429, 'throttled', 'Request was throttled.'),
        headers: { 'retry-after': '1' },
      };
    case 'broken':
      return newError(503, 'service_unavailable', 'The service is unavailable.');
    case 'invalid':
      return newError(
        400,
        'invalid',
        `'${refusal.name}' ${refusal.message}`,
        refusal.part === 'body' ? { pointer: `/${refusal.name}` } : { parameter: refusal.name },
      );
  }
}

const notFound = (): FakeResponse => newError(404, 'not_found', 'A resource was not found.');
const encodeCursor = (position: number): string =>
  Buffer.from(`next::${position}`).toString('base64url');
const decodeCursor = (cursor: string | null): number =>
  cursor === null ? -1 : Number(Buffer.from(cursor, 'base64url').toString().slice('next::'.length));

const describe = (profile: KlaviyoProfile, query: URLSearchParams): unknown => {
  const { id, consent, suppression, list_suppressions, ...attributes } = profile;
  const fields = query.get('fields[profile]')?.split(',');
  const marketing = {
    can_receive_email_marketing: suppression.length === 0,
    consent,
    suppression,
    list_suppressions,
  };
  const all = {
    ...attributes,
    ...(query.get('additional-fields[profile]') === 'subscriptions' && {
      subscriptions: { email: { marketing } },
    }),
  };
  const chosen = Object.entries(all).filter(([name]) => fields?.includes(name) ?? true);
  return { type: 'profile', id, attributes: Object.fromEntries(chosen) };
};

function respondWithPage<Item>(
  path: string,
  { query }: Call,
  items: Iterable<readonly [number, Item]>,
  defaultSize: number,
  describeItem: (item: Item) => unknown = (item) => item,
): FakeResponse {
  const size = Number(query.get('page[size]') ?? defaultSize);
  const after = decodeCursor(query.get('page[cursor]'));
  if (Number.isNaN(after)) return newError(400, 'invalid', 'Invalid cursor.');
  const { page, next } = paginate(items, after, size);
  const link = new URLSearchParams(query);
  if (next !== undefined) link.set('page[cursor]', encodeCursor(next));
  const nextUrl = next === undefined ? null : `${ORIGIN}${path}?${link}`;
  const links = { self: ORIGIN + path, next: nextUrl };
  return { status: 200, body: { data: page.map(describeItem), links } };
}

const answerGroup =
  (type: 'list' | 'segment', groups: ReadonlyMap<string, KlaviyoGroup>) =>
  ({ params, query }: Call): FakeResponse => {
    const group = groups.get(params['id'] ?? '');
    if (!group) return notFound();
    const isCounted = query.has(`additional-fields[${type}]`);
    const attributes = {
      name: group.name,
      ...(isCounted && { profile_count: group.members.size }),
    };
    return { status: 200, body: { data: { type, id: group.id, attributes } } };
  };

const answerGroups =
  (type: 'list' | 'segment', groups: ReadonlyMap<string, KlaviyoGroup>) =>
  (call: Call): FakeResponse => {
    const matches = parseFilter(call.query.get('filter'), {
      name: ['any', 'equals'],
      id: ['any'],
    });
    if (!matches) return newError(400, 'invalid', 'Invalid filter.', { parameter: 'filter' });
    const items = [...groups.values()]
      .filter((group) => matches({ name: group.name, id: group.id }))
      .map(({ id, name }, index) => [index, { type, id, attributes: { name } }] as const);
    return respondWithPage(`/api/${type}s`, call, items, 10);
  };

/** Fakes Klaviyo's API as of the revision in `openapi.json`. */
export function createFakeKlaviyo(options: FakeKlaviyoOptions = {}): FakeKlaviyo {
  const { apiKey = 'pk_test', now = Date.now } = options;
  const account = createAccount(options);
  const { profiles, lists, segments } = account;
  const faults = createFaults();

  const answerMembers =
    (type: 'list' | 'segment', groups: ReadonlyMap<string, KlaviyoGroup>) =>
    (call: Call): FakeResponse => {
      const group = groups.get(call.params['id'] ?? '');
      if (!group) return notFound();
      const matches = parseFilter(call.query.get('filter'), { email: ['any', 'equals'] });
      if (!matches) return newError(400, 'invalid', 'Invalid filter.', { parameter: 'filter' });
      const after = decodeCursor(call.query.get('page[cursor]'));
      function* members(): Iterable<readonly [number, KlaviyoProfile]> {
        for (const [id, position] of group?.members ?? []) {
          const profile = position > after ? profiles.get(id) : undefined;
          if (profile && matches?.({ email: profile.email })) yield [position, profile];
        }
      }
      return respondWithPage(`/api/${type}s/${group.id}/profiles`, call, members(), 20, (profile) =>
        describe(profile, call.query),
      );
    };

  const changeMembers =
    (change: (list: KlaviyoGroup, id: string) => void) =>
    ({ params, body }: Call): FakeResponse => {
      const list = lists.get(params['id'] ?? '');
      const { data } = body as { readonly data: readonly { readonly id: string }[] };
      if (data.length > MAX_MEMBERS) return newError(400, 'invalid', 'Too many profiles.');
      if (!list || data.some(({ id }) => !profiles.has(id))) return notFound();
      for (const { id } of data) change(list, id);
      return { status: 204 };
    };

  const changeSuppressions =
    (change: (profile: KlaviyoProfile) => void, createsProfiles: boolean) =>
    ({ body }: Call): FakeResponse => {
      const { data } = body as {
        data: { attributes: { profiles: { data: { attributes: { email: string } }[] } } };
      };
      const emails = data.attributes.profiles.data.map(({ attributes }) => attributes.email);
      if (emails.length === 0 || emails.length > MAX_SUPPRESSED)
        return newError(400, 'invalid', `1 to ${MAX_SUPPRESSED} addresses are allowed.`);
      const byEmail = new Map([...profiles.values()].map((profile) => [profile.email, profile]));
      for (const email of emails) {
        const profile = byEmail.get(email);
        if (profile) change(profile);
        // The document: a profile that is not found is created and suppressed at once.
        else if (createsProfiles) profiles.set(email, newSuppressed(email));
      }
      return { status: 202, body: { data: { type: 'job', id: 'JOB', attributes: {} } } };
    };

  const newSuppression = (): Suppression => ({
    reason: 'USER_SUPPRESSED',
    timestamp: new Date(now()).toISOString(),
  });
  const newSuppressed = (email: string): KlaviyoProfile => ({
    id: email,
    email,
    first_name: null,
    last_name: null,
    properties: {},
    consent: 'NEVER_SUBSCRIBED',
    suppression: [newSuppression()],
    list_suppressions: [],
  });

  const operations: Operations = {
    get_accounts: () => ({
      status: 200,
      body: {
        data: [
          {
            type: 'account',
            id: 'AbC123',
            attributes: { contact_information: { organization_name: account.name } },
          },
        ],
      },
    }),
    get_lists: answerGroups('list', lists),
    get_segments: answerGroups('segment', segments),
    get_list: answerGroup('list', lists),
    get_segment: answerGroup('segment', segments),
    get_profiles_for_list: answerMembers('list', lists),
    get_profiles_for_segment: answerMembers('segment', segments),
    create_list({ body }) {
      const { data } = body as { data: { attributes: { name: string } } };
      const id = `LIST${String(lists.size + 1).padStart(2, '0')}`;
      lists.set(id, { id, name: data.attributes.name, members: new Map() });
      return { status: 201, body: { data: { type: 'list', id, attributes: data.attributes } } };
    },
    add_profiles_to_list: changeMembers((list, id) => account.join(list, id)),
    remove_profiles_from_list: changeMembers((list, id) => list.members.delete(id)),
    get_profiles(call) {
      const matches = parseFilter(call.query.get('filter'), { id: ['any'], email: ['any'] });
      if (!matches) return newError(400, 'invalid', 'Invalid filter.', { parameter: 'filter' });
      const items = [...profiles.values()]
        .map((profile, index) => [index, profile] as const)
        .filter(([, { id, email }]) => matches({ id, email }));
      return respondWithPage('/api/profiles', call, items, 20, (profile) =>
        describe(profile, call.query),
      );
    },
    update_profile({ params, query, body }) {
      const profile = profiles.get(params['id'] ?? '');
      if (!profile) return notFound();
      const { data } = body as {
        data: {
          attributes: { properties?: Record<string, unknown> };
          meta?: { patch_properties?: { unset?: string | string[] } };
        };
      };
      Object.assign(profile.properties, data.attributes.properties);
      for (const name of [data.meta?.patch_properties?.unset ?? []].flat())
        delete profile.properties[name];
      return { status: 200, body: { data: describe(profile, query) } };
    },
    bulk_suppress_profiles: changeSuppressions((profile) => {
      if (!profile.suppression.some(({ reason }) => reason === 'USER_SUPPRESSED'))
        profile.suppression.push(newSuppression());
    }, true),
    // According to the document, this only removes suppressions with the reason USER_SUPPRESSED.
    bulk_unsuppress_profiles: changeSuppressions((profile) => {
      profile.suppression = profile.suppression.filter(
        ({ reason }) => reason !== 'USER_SUPPRESSED',
      );
    }, false),
    get_metrics: (call) => {
      const matches = parseFilter(call.query.get('filter'), { 'integration.name': ['equals'] });
      if (!matches) return newError(400, 'invalid', 'Invalid filter.', { parameter: 'filter' });
      const metrics = ['Opened Email', 'Bounced Email'].map((name, index) => {
        const id = name === 'Bounced Email' ? BOUNCE_METRIC : `METR0${index}`;
        return [index, { type: 'metric', id, attributes: { name } }] as const;
      });
      return respondWithPage(
        '/api/metrics',
        call,
        metrics.filter(() => matches({ 'integration.name': 'Klaviyo' })),
        200,
      );
    },
    get_events(call) {
      const matches = parseFilter(call.query.get('filter'), {
        metric_id: ['equals'],
        datetime: ['greater-or-equal'],
      });
      if (!matches) return newError(400, 'invalid', 'Invalid filter.', { parameter: 'filter' });
      const found = account.bounces
        .map(({ at, ...bounce }, index) => ({
          ...bounce,
          datetime: new Date(at).toISOString(),
          index,
        }))
        .filter(({ datetime }) => matches({ metric_id: BOUNCE_METRIC, datetime }));
      const response = respondWithPage(
        '/api/events',
        call,
        found.map(({ index, profileId, type, datetime }) => [
          index,
          {
            type: 'event',
            id: `EVENT${index}`,
            attributes: { datetime, event_properties: { 'Bounce Type': type } },
            relationships: { profile: { data: { type: 'profile', id: profileId } } },
          },
        ]),
        200,
      );
      const isIncluded = call.query.get('include') === 'profile';
      const included = found
        .flatMap(({ profileId }) => profiles.get(profileId) ?? [])
        .map((profile) => describe(profile, call.query));
      return {
        ...response,
        body: { ...(response.body as object), ...(isIncluded && { included }) },
      };
    },
  };

  return {
    hosts: /^a\.klaviyo\.com$/,
    account,
    faults,
    respond: createStrictService({
      document,
      operations,
      faults,
      scopes: account.scopes,
      hasToken: (authorization) => authorization === `Klaviyo-API-Key ${apiKey}`,
      refuse,
    }),
  };
}
