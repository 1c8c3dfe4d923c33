import * as z from 'zod/mini';
import type { FakeResponse, FakeService } from '../fake-service.ts';
import { createFakeLogin, type FakeLogin } from '../fake-login.ts';
import { createFaults, type Faults } from '../faults.ts';
import {
  type Call,
  createStrictRoutes,
  pageOf,
  type Refusal,
  type Route,
} from '../strict-routes.ts';
import { type Campaign, type List, MailchimpAccount, type Member } from './account.ts';

// mailchimp.com/developer/marketing/docs/fundamentals/#throttling
const MAX_CONNECTIONS = 10;
// mailchimp.com/help/manage-audience-signup-form-fields/
const MAX_MERGE_FIELDS = 30;
// mailchimp.com/developer/marketing/api/list-members/
const MAX_SHOWN_TAGS = 50;

/** Parameters of all reads: mailchimp.com/developer/marketing/docs/methods-parameters/ */
const FIELDS = { fields: /^[\w.,]+$/, exclude_fields: /^[\w.,]+$/ };
const PAGING = { ...FIELDS, count: /^([1-9]\d{0,2}|1000)$/, offset: /^\d+$/ };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/;
const STATUS = z.enum(['subscribed', 'unsubscribed', 'cleaned', 'pending']);

const MEMBER_CHANGE = z.strictObject({
  status: z.optional(STATUS),
  merge_fields: z.optional(z.record(z.string(), z.string().check(z.maxLength(255)))),
});
const TAG_CHANGE = z.strictObject({
  tags: z.array(z.strictObject({ name: z.string(), status: z.enum(['active', 'inactive']) })),
  is_syncing: z.optional(z.boolean()),
});
const NEW_FIELD = z.strictObject({
  tag: z.optional(z.string().check(z.regex(/^[A-Z0-9_]{1,10}$/))),
  name: z.string(),
  type: z.enum(['text', 'number', 'address', 'phone', 'date', 'url', 'radio', 'dropdown', 'zip']),
  required: z.optional(z.boolean()),
  public: z.optional(z.boolean()),
});

/** Titles of problems: mailchimp.com/developer/marketing/docs/errors/ */
const PROBLEMS: Readonly<Record<Refusal, readonly [status: number, title: string]>> = {
  unauthenticated: [401, 'API Key Invalid'],
  unknown_path: [404, 'Resource Not Found'],
  wrong_method: [405, 'Method Not Allowed'],
  invalid: [400, 'Invalid Resource'],
  limited: [429, 'Too Many Requests'],
  overloaded: [429, 'Too Many Requests'],
  broken: [500, 'Internal Server Error'],
};

const problem = (status: number, title: string, detail: string): FakeResponse => ({
  status,
  headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  body: {
    type: 'https://mailchimp.com/developer/marketing/docs/errors/',
    title,
    status,
    detail,
    instance: '00000000-0000-0000-0000-000000000000',
  },
});

const NOT_FOUND = problem(404, 'Resource Not Found', 'The requested resource could not be found.');

const formatTime = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00');

/** Keeps only the fields with these paths, such as `members.id`. */
function selectFields(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => selectFields(item, paths));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
      const rest = paths.filter(([first]) => first === key).map((path) => path.slice(1));
      return rest.length === 0 ? [] : [[key, selectFields(inner, rest)]];
    }),
  );
}

function answer({ query }: Call, body: unknown): FakeResponse {
  const paths = query.get('fields')?.split(',');
  const parts = paths?.map((path) => path.split('.'));
  return { status: 200, body: parts ? selectFields(body, parts) : body };
}

function describeMember(list: List, member: Member) {
  const { id, email, status, optedInAt, fields, tags } = member;
  const values = list.mergeFields.map(({ tag }) => [tag, fields[tag] ?? '']);
  return {
    id,
    email_address: email,
    contact_id: `c${id}`,
    full_name: `${fields['FNAME'] ?? ''} ${fields['LNAME'] ?? ''}`.trim(),
    status,
    merge_fields: Object.fromEntries(values),
    timestamp_opt: formatTime(optedInAt),
    tags_count: tags.size,
    tags: [...tags].slice(0, MAX_SHOWN_TAGS).map((name) => ({ id: tagId(list, name), name })),
    list_id: list.id,
  };
}

const tagId = (list: List, tag: string): number | undefined =>
  list.segments.find(({ name }) => name === tag)?.id;

function describeReport({ id, sentAt, recipients }: Campaign) {
  const count = (wanted: string): number =>
    recipients.filter(({ activity }) => activity.some(({ type }) => type === wanted)).length;
  return {
    id,
    campaign_title: `Campaign ${id}`,
    send_time: formatTime(sentAt),
    emails_sent: recipients.length,
    bounces: { hard_bounces: count('hard'), soft_bounces: count('soft'), syntax_errors: 0 },
  };
}

interface Options {
  readonly dataCenter?: string;
  readonly key?: string;
}

export type FakeMailchimp = FakeService & {
  readonly account: MailchimpAccount;
  readonly faults: Faults;
  readonly login: FakeLogin;
};

/** Fakes the parts of Mailchimp's Marketing API 3.0 that connections use. */
export function createFakeMailchimp({
  dataCenter = 'us6',
  key = `0123456789abcdef0123456789abcdef-${dataCenter}`,
}: Options = {}): FakeMailchimp {
  const account = new MailchimpAccount();
  const faults = createFaults();
  // mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
  const login = createFakeLogin({
    pages: {
      authorize: 'login.mailchimp.com/oauth2/authorize',
      token: 'login.mailchimp.com/oauth2/token',
      metadata: 'login.mailchimp.com/oauth2/metadata',
    },
    client: { id: 'local', secret: 'local', redirectPath: '/connections/mailchimp' },
    scopes: [],
    lifetimeSeconds: 0,
    now: () => 0,
    metadata: {
      dc: dataCenter,
      role: 'owner',
      accountname: 'Acme',
      api_endpoint: `https://${dataCenter}.api.mailchimp.com`,
    },
    badGrant: () => ({ error: 'invalid_grant' }),
  });

  /** Responds with a page of a resource's items. Describes only the items of the page. */
  function respondWithPage<Item>(
    call: Call,
    name: string,
    items: readonly Item[],
    describe: (item: Item) => unknown = (item) => item,
  ): FakeResponse {
    const page = pageOf(
      items,
      Number(call.query.get('offset') ?? 0),
      Number(call.query.get('count') ?? 10),
      name === 'members' ? faults : undefined,
    );
    return answer(call, { [name]: page.map(describe), total_items: items.length });
  }

  const withList =
    (run: (call: Call, list: List) => FakeResponse): Route['run'] =>
    (call) => {
      const list = account.lists.find(({ id }) => id === call.params['list']);
      return list ? run(call, list) : NOT_FOUND;
    };

  const withMember = (run: (call: Call, list: List, member: Member) => FakeResponse) =>
    withList((call, list) => {
      const member = list.members.get(call.params['member'] ?? '');
      return member ? run(call, list, member) : NOT_FOUND;
    });

  const routes: Record<string, Route> = {
    'GET /3.0/': {
      query: FIELDS,
      run: (call) =>
        answer(call, { account_id: account.id, account_name: account.name, role: 'owner' }),
    },
    'GET /3.0/lists': {
      query: PAGING,
      run: (call) =>
        respondWithPage(call, 'lists', account.lists, ({ id, name }) => ({ id, name })),
    },
    'GET /3.0/lists/{list}/members': {
      query: {
        ...PAGING,
        status: /^(subscribed|unsubscribed|cleaned|pending|transactional|archived)$/,
        sort_field: /^(timestamp_opt|timestamp_signup|last_changed)$/,
        sort_dir: /^(ASC|DESC)$/,
      },
      run: withList((call, list) => {
        const status = call.query.get('status');
        const members = [...list.members.values()].filter((member) =>
          status === null ? member.status !== 'archived' : member.status === status,
        );
        // Without a sort field, contacts are ordered by their identifiers.
        if (!call.query.has('sort_field')) members.sort((a, b) => (a.id < b.id ? -1 : 1));
        if (call.query.get('sort_dir') === 'DESC') members.reverse();
        return respondWithPage(call, 'members', members, (member) => describeMember(list, member));
      }),
    },
    'GET /3.0/lists/{list}/members/{member}': {
      query: FIELDS,
      run: withMember((call, list, member) => answer(call, describeMember(list, member))),
    },
    'PATCH /3.0/lists/{list}/members/{member}': {
      query: { skip_merge_validation: /^(true|false)$/ },
      body: MEMBER_CHANGE,
      run: withMember((call, list, member) => {
        const { status, merge_fields = {} } = MEMBER_CHANGE.parse(call.body);
        const fields = { ...member.fields, ...merge_fields };
        const unknown = Object.keys(merge_fields).find(
          (tag) => !list.mergeFields.some((field) => field.tag === tag),
        );
        const missing =
          call.query.get('skip_merge_validation') === 'true'
            ? undefined
            : list.mergeFields.find(({ required, tag }) => required && !fields[tag])?.tag;
        if (unknown !== undefined || missing !== undefined)
          return problem(400, 'Invalid Resource', 'Your merge fields were invalid.');
        if (status === 'subscribed' && member.status !== 'subscribed')
          return problem(
            400,
            'Member In Compliance State',
            `${member.email} is in a compliance state due to unsubscribe, bounce, or compliance review and cannot be subscribed.`,
          );
        member.fields = fields;
        if (status !== undefined) member.status = status;
        return answer(call, describeMember(list, member));
      }),
    },
    'GET /3.0/lists/{list}/members/{member}/tags': {
      query: PAGING,
      run: withMember((call, list, { tags }) =>
        respondWithPage(call, 'tags', [...tags], (name) => ({ id: tagId(list, name), name })),
      ),
    },
    'POST /3.0/lists/{list}/members/{member}/tags': {
      body: TAG_CHANGE,
      run: withMember((call, list, member) => {
        for (const { name, status } of TAG_CHANGE.parse(call.body).tags)
          account.setTag(list, member, name, status === 'active');
        return { status: 204 };
      }),
    },
    'GET /3.0/lists/{list}/merge-fields': {
      query: { ...PAGING, type: /^\w+$/, required: /^(true|false)$/ },
      run: withList((call, list) => respondWithPage(call, 'merge_fields', list.mergeFields)),
    },
    'POST /3.0/lists/{list}/merge-fields': {
      body: NEW_FIELD,
      run: withList((call, list) => {
        const { tag = `MMERGE${list.mergeFields.length}`, ...field } = NEW_FIELD.parse(call.body);
        if (list.mergeFields.length >= MAX_MERGE_FIELDS)
          return problem(400, 'Merge Max Limit Exceeded', 'The list has its maximum of fields.');
        if (list.mergeFields.some((other) => other.tag === tag))
          return problem(400, 'Invalid Resource', `The merge tag "${tag}" already exists.`);
        const created = { tag, required: false, public: true, ...field };
        list.mergeFields.push(created);
        return answer(call, { merge_id: list.mergeFields.length, ...created });
      }),
    },
    'GET /3.0/lists/{list}/segments': {
      query: { ...PAGING, type: /^(saved|static|fuzzy)$/ },
      run: withList((call, list) =>
        respondWithPage(call, 'segments', list.segments, ({ id, name, type }) => ({
          id,
          name,
          type,
        })),
      ),
    },
    'GET /3.0/lists/{list}/segments/{segment}/members': {
      query: { ...PAGING, include_cleaned: /^true$/, include_unsubscribed: /^true$/ },
      run: withList((call, list) => {
        const segment = list.segments.find(({ id }) => String(id) === call.params['segment']);
        if (!segment) return NOT_FOUND;
        const members = [...list.members.values()].filter(
          (member) => member.status === 'subscribed' && segment.includes(member),
        );
        return respondWithPage(call, 'members', members, (member) => describeMember(list, member));
      }),
    },
    'GET /3.0/reports': {
      query: { ...PAGING, since_send_time: TIME, before_send_time: TIME },
      run: (call) => {
        const since = Date.parse(call.query.get('since_send_time') ?? formatTime(0));
        const sent = account.campaigns.filter(({ sentAt }) => sentAt >= since);
        return respondWithPage(call, 'reports', sent, describeReport);
      },
    },
    'GET /3.0/reports/{campaign}/email-activity': {
      query: { ...PAGING, since: TIME },
      run: (call) => {
        const campaign = account.campaigns.find(({ id }) => id === call.params['campaign']);
        if (!campaign) return NOT_FOUND;
        return respondWithPage(call, 'emails', campaign.recipients, ({ email, activity }) => ({
          email_address: email,
          activity: activity.map(({ at, ...event }) => ({ ...event, timestamp: formatTime(at) })),
        }));
      },
    },
  };

  const respond = createStrictRoutes({
    routes,
    faults,
    maxConcurrency: MAX_CONNECTIONS,
    isAuthenticated({ headers: { authorization = '' } }) {
      const [scheme, value = ''] = authorization.split(' ');
      return scheme === 'Basic'
        ? Buffer.from(value, 'base64').toString().split(':')[1] === key
        : scheme === 'Bearer' && login.accepts(value);
    },
    refuse: (refusal, detail) => problem(...PROBLEMS[refusal], detail),
  });
  return {
    hosts: new RegExp(`^(${dataCenter}\\.api|login)\\.mailchimp\\.com$`),
    account,
    faults,
    login,
    respond: (request) => login.respond(request) ?? respond(request),
  };
}
