import type { FakeResponse, FakeService } from '../fake-service.ts';
import { createFakeLogin, type FakeLogin } from '../fake-login.ts';
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
  type FakeHubspotOptions,
  type HubspotAccount,
  type HubspotContact,
  type HubspotList,
} from './account.ts';
import document from './openapi.json' with { type: 'json' };

const CONTACT_TYPE = '0-1';
// https://developers.hubspot.com/docs/api-reference/latest/crm/search-the-crm
const MAX_SEARCH_RESULTS = 10_000;
// https://developers.hubspot.com/docs/api-reference/latest/crm/objects/contacts/guide
const MAX_HISTORIES = 50;

export type FakeHubspot = FakeService & {
  readonly account: HubspotAccount;
  readonly faults: Faults;
  readonly login: FakeLogin;
};

interface Filter {
  readonly propertyName: string;
  readonly operator: string;
  readonly value?: string;
}

const ok = (body: unknown, status = 200): FakeResponse => ({ status, body });

// https://developers.hubspot.com/docs/api-reference/error-handling
const newError = (
  status: number,
  category: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): FakeResponse => ({
  status,
  body: { status: 'error', message, correlationId: 'c0', category, ...more },
});

const notFound = (): FakeResponse => newError(404, 'OBJECT_NOT_FOUND', 'resource not found');

function refuse(refusal: Refusal, { policy }: HubspotAccount, faults: Faults): FakeResponse {
  switch (refusal.reason) {
    case 'unknown':
      return notFound();
    case 'unauthenticated':
      return newError(
        401,
        faults.expired ? 'EXPIRED_AUTHENTICATION' : 'INVALID_AUTHENTICATION',
        'Authentication credentials not found or expired.',
      );
    case 'forbidden': {
      const context = { requiredGranularScopes: refusal.scopes };
      return newError(403, 'MISSING_SCOPES', 'This app lacks required scopes.', {
        errors: [{ message: 'One or more of the scopes are required.', context }],
      });
    }
    case 'limited':
      return newError(429, 'RATE_LIMITS', `You have reached your ${policy.toLowerCase()} limit.`, {
        errorType: 'RATE_LIMIT',
        policyName: policy,
      });
    case 'broken':
      return { status: 502, body: '<html>Bad gateway</html>' };
    case 'invalid':
      return newError(400, 'VALIDATION_ERROR', `Invalid input: ${refusal.name} ${refusal.message}`);
  }
}

const describeList = ({ id, name, processingType, members }: HubspotList): unknown => ({
  listId: id,
  name,
  processingType,
  objectTypeId: CONTACT_TYPE,
  processingStatus: 'COMPLETE',
  listVersion: 1,
  size: members.size,
  additionalProperties: { hs_list_size: String(members.size) },
});

/** Parses a filter once, because it may run over all contacts of a large account. */
function createTest({
  propertyName,
  operator,
  value,
}: Filter): (contact: HubspotContact) => boolean {
  if (operator === 'HAS_PROPERTY') return ({ properties }) => Boolean(properties[propertyName]);
  if (operator !== 'GTE') throw new Error(`The fake does not search by ${operator}.`);
  const since = new Date(Number(value)).toISOString();
  return ({ properties }) => (properties[propertyName] ?? '') >= since;
}

/** Fakes HubSpot's API, version 2026-09. */
export function createFakeHubspot(options: FakeHubspotOptions = {}): FakeHubspot {
  const scopes = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .flatMap((operation) => (operation['x-scopes'] as string[][]).flat());
  const account = createAccount(options, scopes);
  const { contacts, lists } = account;
  const faults = createFaults();

  const describeContact = (
    { id, properties, history }: HubspotContact,
    names: readonly string[],
    histories: readonly string[] = [],
  ): unknown => ({
    id,
    // Properties that do not exist are ignored, and properties without a value are null.
    properties: Object.fromEntries(
      names
        .filter((name) => !name.startsWith('tamis_') || account.customProperties.has(name))
        .map((name) => [name, properties[name] || null]),
    ),
    propertiesWithHistory: Object.fromEntries(histories.map((name) => [name, history[name] ?? []])),
    archived: false,
  });

  const operations: Operations = {
    getAccount: () =>
      ok({ portalId: account.portalId, uiDomain: 'app.hubspot.com', accountType: 'STANDARD' }),

    searchLists({ body }) {
      const {
        listIds,
        offset,
        count = 20,
        objectTypeId,
      } = body as {
        listIds: string[];
        offset: number;
        count?: number;
        objectTypeId?: string;
      };
      const found = [...lists.values()].filter(
        ({ id }) =>
          (listIds.length === 0 || listIds.includes(id)) &&
          (objectTypeId ?? CONTACT_TYPE) === CONTACT_TYPE,
      );
      const page = found.slice(offset, offset + count);
      const end = offset + page.length;
      return ok({
        lists: page.map(describeList),
        offset: end,
        hasMore: end < found.length,
        total: found.length,
      });
    },

    getListByName({ params }) {
      const list = [...lists.values()].find(({ name }) => name === params['listName']);
      return list ? ok({ list: describeList(list) }) : notFound();
    },

    createList({ body }) {
      const { name, processingType } = body as { name: string; processingType: string };
      if ([...lists.values()].some((list) => list.name === name))
        return newError(400, 'VALIDATION_ERROR', 'List names must be unique.', {
          subCategory: 'ILS.DUPLICATE_LIST_NAMES',
        });
      const list = { id: String(lists.size + 1), name, processingType, members: new Set<string>() };
      lists.set(list.id, list);
      return ok({ list: describeList(list) });
    },

    getMemberships({ params, query }) {
      const list = lists.get(params['listId'] ?? '');
      if (!list) return notFound();
      const after = Number(query.get('after') ?? -1);
      // Contacts are in the order of their ids.
      function* members(): Iterable<readonly [number, string]> {
        for (const id of contacts.keys())
          if (Number(id) > after && list?.members.has(id)) yield [Number(id), id];
      }
      const { page, next } = paginate(members(), after, Number(query.get('limit') ?? 100));
      return ok({
        results: page.map((id) => ({
          recordId: id,
          membershipTimestamp: '2026-01-01T00:00:00Z',
        })),
        ...(next !== undefined && { paging: { next: { after: String(next) } } }),
      });
    },

    changeMemberships({ params, body }) {
      const list = lists.get(params['listId'] ?? '');
      const { recordIdsToAdd, recordIdsToRemove } = body as {
        recordIdsToAdd: string[];
        recordIdsToRemove: string[];
      };
      if (!list) return notFound();
      if (list.processingType === 'DYNAMIC')
        return newError(
          400,
          'VALIDATION_ERROR',
          'Memberships of a dynamic list cannot be changed.',
        );
      const added = recordIdsToAdd.filter((id) => contacts.has(id) && !list.members.has(id));
      const removed = recordIdsToRemove.filter((id) => list.members.has(id));
      for (const id of added) list.members.add(id);
      for (const id of removed) list.members.delete(id);
      return ok({
        recordsIdsAdded: added,
        recordIdsRemoved: removed,
        recordIdsMissing: [...recordIdsToAdd, ...recordIdsToRemove].filter(
          (id) => !contacts.has(id),
        ),
      });
    },

    readMemberships({ body }) {
      const { inputs } = body as { inputs: { recordId: string; objectTypeId: string }[] };
      return ok({
        status: 'COMPLETE',
        results: inputs
          .filter(({ recordId }) => contacts.has(recordId))
          .map(({ recordId, objectTypeId }) => ({
            recordId,
            objectTypeId,
            recordListMemberships: [...lists.values()]
              .filter(({ members }) => members.has(recordId))
              .map(({ id }) => ({ listId: id, listVersion: 1 })),
          })),
      });
    },

    readContacts({ body }) {
      const { inputs, properties, propertiesWithHistory } = body as {
        inputs: { id: string }[];
        properties: string[];
        propertiesWithHistory: string[];
      };
      if (propertiesWithHistory.length > 0 && inputs.length > MAX_HISTORIES)
        return newError(400, 'VALIDATION_ERROR', `At most ${MAX_HISTORIES} inputs with history.`);
      return answerBatch(inputs, (contact) =>
        describeContact(contact, properties, propertiesWithHistory),
      );
    },

    updateContacts({ body }) {
      const { inputs } = body as { inputs: { id: string; properties: Record<string, string> }[] };
      const names = new Set(inputs.flatMap(({ properties }) => Object.keys(properties)));
      for (const name of names)
        if (!account.customProperties.has(name))
          return newError(400, 'VALIDATION_ERROR', `Property "${name}" does not exist`);
      for (const { id, properties } of inputs) {
        const contact = contacts.get(id);
        for (const [name, value] of Object.entries(properties))
          if (contact) account.set(contact, name, value);
      }
      return answerBatch(inputs, (contact) => describeContact(contact, []));
    },

    searchContacts: search,

    getProperty({ params }) {
      const name = params['propertyName'] ?? '';
      return account.customProperties.has(name) ? ok({ name }) : notFound();
    },

    createProperty({ body }) {
      const { name } = body as { name: string };
      if (account.customProperties.size >= account.maxCustomProperties)
        return newError(
          400,
          'VALIDATION_ERROR',
          'You have reached the limit of custom properties.',
        );
      if (account.customProperties.has(name))
        return newError(409, 'OBJECT_ALREADY_EXISTS', `A property named '${name}' already exists.`);
      account.customProperties.add(name);
      return ok({ name }, 201);
    },

    getPropertyLimits: () =>
      ok({
        byObjectType: [
          {
            objectTypeId: CONTACT_TYPE,
            limit: account.maxCustomProperties,
            usage: account.customProperties.size,
          },
        ],
      }),

    unsubscribe({ params }) {
      const email = params['subscriberIdString'] ?? '';
      if (!email.includes('@')) return newError(400, 'VALIDATION_ERROR', 'Invalid email address');
      // Statuses belong to addresses, with or without a contact.
      for (const contact of contacts.values())
        if (contact.properties['email'] === email) account.set(contact, 'hs_email_optout', 'true');
      return ok({ status: 'COMPLETE', results: [] });
    },
  };

  function answerBatch(
    inputs: readonly { readonly id: string }[],
    describe: (contact: HubspotContact) => unknown,
  ): FakeResponse {
    const missing = inputs.map(({ id }) => id).filter((id) => !contacts.has(id));
    const category = 'OBJECT_NOT_FOUND';
    const error = { status: 'error', category, message: 'not found', context: { ids: missing } };
    const results = inputs.flatMap(({ id }) => contacts.get(id) ?? []).map(describe);
    return missing.length === 0
      ? ok({ status: 'COMPLETE', results })
      : ok({ status: 'COMPLETE', results, numErrors: 1, errors: [error] }, 207);
  }

  function search({ body }: Call): FakeResponse {
    const { filterGroups, sorts, properties, limit, after } = body as {
      filterGroups: { filters: Filter[] }[];
      sorts: string[];
      properties: string[];
      limit: number;
      after: string;
    };
    const offset = Number(after);
    if (offset + limit > MAX_SEARCH_RESULTS)
      return newError(400, 'VALIDATION_ERROR', 'Paging beyond 10,000 results is not supported.');
    const [sort = 'lastmodifieddate'] = sorts;
    const tests = filterGroups.map(({ filters }) => filters.map(createTest));
    const found = [...contacts.values()]
      .filter((contact) => tests.some((group) => group.every((test) => test(contact))))
      .sort((a, b) => ((a.properties[sort] ?? '') < (b.properties[sort] ?? '') ? -1 : 1));
    const end = offset + limit;
    return ok({
      total: found.length,
      results: found.slice(offset, end).map((contact) => describeContact(contact, properties)),
      ...(end < found.length && { paging: { next: { after: String(end) } } }),
    });
  }

  // developers.hubspot.com/docs/api-reference/2026-03/authentication/manage-oauth-tokens
  const login = createFakeLogin({
    pages: {
      authorize: 'app.hubspot.com/oauth/authorize',
      token: 'api.hubapi.com/oauth/2026-03/token',
      revoke: 'api.hubapi.com/oauth/2026-03/token/revoke',
    },
    client: { id: 'local', secret: 'local', redirectPath: '/connections/hubspot' },
    scopes: [
      'oauth',
      'communication_preferences.write',
      'crm.lists.read',
      'crm.lists.write',
      'crm.objects.contacts.read',
      'crm.objects.contacts.write',
      'crm.schemas.contacts.write',
    ],
    lifetimeSeconds: 1800,
    now: options.now ?? Date.now,
    badGrant: (type) => ({
      status: type === 'refresh_token' ? 'BAD_REFRESH_TOKEN' : 'BAD_AUTH_CODE',
    }),
  });
  const respond = createStrictService({
    document,
    operations,
    faults,
    scopes: account.scopes,
    hasToken(authorization = '') {
      const token = authorization.replace(/^Bearer /, '');
      return !faults.expired && (account.tokens.has(token) || login.accepts(token));
    },
    refuse: (refusal) => refuse(refusal, account, faults),
  });
  return {
    hosts: /^(api\.hubapi|app\.hubspot)\.com$/,
    account,
    faults,
    login,
    respond: (request) => login.respond(request) ?? respond(request),
  };
}
