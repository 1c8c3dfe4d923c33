import type { Audience, Page, Service, ServiceCall } from '../rules/service.ts';
import {
  ACCOUNTS,
  COUNT,
  EVENT_PAGE,
  isSendable,
  locateAudience,
  NAMED_PAGE,
  nextCursor,
  PROFILE_PAGE,
} from './klaviyo-answers.ts';
import { changeProfiles, findMarkLists, PAGE_SIZE, readKnown } from './klaviyo-changes.ts';
import { nameMarkList } from './mark-lists.ts';
import { parseBody } from './parse-body.ts';

const REVISION = '2026-07-15';
// 75 calls a second, but 750 a minute (x-klaviyo-ratelimit of get_profiles).
const MAX_CONCURRENCY = 4;

/** Splits a cursor at its first slash into our prefix and Klaviyo's own cursor. */
function splitCursor(cursor: string): [prefix: string, position: string | undefined] {
  const slash = cursor.indexOf('/');
  return [cursor.slice(0, slash), cursor.slice(slash + 1) || undefined];
}

/** Lists and segments of Klaviyo. Marks are lists, unsubscribing is suppressing. */
export const klaviyo: Service = {
  name: 'klaviyo',
  origin: () => 'https://a.klaviyo.com',
  headers: ({ token }) => ({
    authorization: `Klaviyo-API-Key ${token}`,
    revision: REVISION,
    accept: 'application/vnd.api+json',
    'content-type': 'application/vnd.api+json',
  }),
  batchSize: PAGE_SIZE,
  canResubscribe: true,

  async describeAccount(call) {
    const response = await call.send({ path: '/api/accounts' });
    const [account] = parseBody(ACCOUNTS, response).data;
    const one = { 'page[size]': 1 };
    await call.send({ path: '/api/lists', query: one });
    await call.send({ path: '/api/segments', query: one });
    await call.send({ path: '/api/profiles', query: one });
    await call.send({ path: '/api/metrics' });
    await call.send({ path: '/api/events', query: one });
    // Requests that change nothing. With the permission, the service refuses them for another
    // reason.
    const accept = [400, 404];
    const path = '/api/lists/none/relationships/profiles';
    await call.send({ method: 'DELETE', path, body: { data: [] }, accept });
    for (const job of ['create', 'delete']) {
      const type = `profile-suppression-bulk-${job}-job`;
      const body = { data: { type, attributes: { profiles: { data: [] } } } };
      await call.send({ method: 'POST', path: `/api/${type}s`, body, accept });
    }
    const { organization_name } = account.attributes.contact_information;
    return { id: account.id, name: organization_name ?? account.id };
  },

  async listAudiences(call, cursor = 'list/'): Promise<Page<Audience>> {
    const [kind, position] = splitCursor(cursor);
    const isList = kind === 'list';
    const { data, links } = parseBody(
      NAMED_PAGE,
      await call.send({
        path: isList ? '/api/lists' : '/api/segments',
        query: { 'page[cursor]': position },
      }),
    );
    const next = nextCursor(links);
    return {
      items: data.map(({ id, attributes }) => ({ id: `${kind}/${id}`, name: attributes.name })),
      next: next === undefined ? (isList ? 'segment/' : undefined) : `${kind}/${next}`,
    };
  },

  async countContacts(call, audienceId) {
    const { kind, path } = locateAudience(audienceId);
    const query = { [`additional-fields[${kind}]`]: 'profile_count' };
    return parseBody(COUNT, await call.send({ path, query })).data.attributes.profile_count;
  },

  async readContacts(call, audienceId, cursor) {
    const { path } = locateAudience(audienceId);
    const response = await call.send({
      path: `${path}/profiles`,
      query: {
        'additional-fields[profile]': 'subscriptions',
        'fields[profile]': 'email,first_name,last_name,subscriptions',
        'page[size]': PAGE_SIZE,
        'page[cursor]': cursor,
        // Profiles that join while we read come last.
        sort: 'joined_group_at',
      },
    });
    const { data, links } = parseBody(PROFILE_PAGE, response);
    const items = data.flatMap((profile) => {
      const { id, attributes } = profile;
      if (!attributes.email || !isSendable(profile, audienceId)) return [];
      const { email, first_name, last_name } = attributes;
      return { id, email, firstName: first_name ?? undefined, lastName: last_name ?? undefined };
    });
    return { items, next: nextCursor(links) };
  },

  async prepareChanges(call, _audienceId, marks) {
    const lists = await findMarkLists(call);
    for (const mark of marks) {
      if (lists.has(mark)) continue;
      const data = { type: 'list', attributes: { name: nameMarkList(mark) } };
      await call.send({ method: 'POST', path: '/api/lists', body: { data } });
    }
  },

  async readStates(call, audienceId, contacts) {
    const ids = contacts.map(({ id }) => id);
    const known = await readKnown(call, audienceId, await findMarkLists(call), ids);
    return [...known.values()].map(({ state }) => state);
  },

  changeContacts: (call, audienceId, changes) =>
    changeProfiles(call, audienceId, changes, MAX_CONCURRENCY),

  async readBounces(call, sinceMs, cursor) {
    const [metricId, position] =
      cursor === undefined ? [await findBounceMetric(call)] : splitCursor(cursor);
    if (metricId === undefined) return { items: [] };
    const since = new Date(sinceMs).toISOString();
    const response = await call.send({
      path: '/api/events',
      query: {
        filter: `equals(metric_id,${JSON.stringify(metricId)}),greater-or-equal(datetime,${since})`,
        include: 'profile',
        'fields[profile]': 'email',
        'fields[event]': 'datetime,event_properties',
        'page[size]': 1000,
        'page[cursor]': position,
        sort: 'datetime',
      },
    });
    const { data, included = [], links } = parseBody(EVENT_PAGE, response);
    const emails = new Map(included.map(({ id, attributes }) => [id, attributes.email]));
    const next = nextCursor(links);
    return {
      items: data.flatMap(({ attributes, relationships }) => {
        const email = emails.get(relationships.profile.data.id);
        if (!email) return [];
        const isHard = attributes.event_properties?.['Bounce Type'] === 'Hard';
        return { email, type: isHard ? 'hard' : 'soft', at: Date.parse(attributes.datetime) };
      }),
      next: next === undefined ? undefined : `${metricId}/${next}`,
    };
  },
};

/** Finds the metric of Klaviyo's own bounces; undefined if the account has never sent. */
async function findBounceMetric(call: ServiceCall): Promise<string | undefined> {
  for (let cursor: string | undefined; ;) {
    const response = await call.send({
      path: '/api/metrics',
      query: { filter: 'equals(integration.name,"Klaviyo")', 'page[cursor]': cursor },
    });
    const { data, links } = parseBody(NAMED_PAGE, response);
    const metric = data.find(({ attributes }) => attributes.name === 'Bounced Email');
    cursor = nextCursor(links);
    if (metric || cursor === undefined) return metric?.id;
  }
}
