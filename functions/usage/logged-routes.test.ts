import { readFileSync } from 'node:fs';
import { TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AUTH_RULES } from '../../shared/contract/auth.ts';
import { contract, type RouteName } from '../../shared/contract/index.ts';
import type { Route } from '../../shared/contract/route.ts';
import { BY, callAs, entriesOf, type Headers } from '../../tests/support/activity-log.ts';
import type { ApiEventParts } from '../../tests/support/api-event.ts';
import { startFileTable } from '../../tests/support/file-table.ts';
import { addMember, createPerson, type Person } from '../../tests/support/people.ts';
import {
  createPipelineHarness,
  type PipelineHarness,
} from '../../tests/support/pipeline-harness.ts';

const table = await startFileTable();
let world: PipelineHarness;
let listId: string;
/** An administrator of the account, with the headers of calls on it. */
let colleague: Person;
let headers: Headers;

async function addFactor(): Promise<void> {
  const setup = z.object({ data: z.object({ challenge: z.string(), secret: z.string() }) });
  const started = await callAs(world.context, 'startFactor', colleague.headers);
  const { challenge, secret } = setup.parse(JSON.parse(started)).data;
  const code = new TOTP({ secret }).generate({ timestamp: world.context.clock.now() + 1000 });
  const body = { method: 'totp', challenge, secret, code };
  await callAs(world.context, 'addFactor', colleague.headers, { body });
}

beforeAll(async () => {
  world = await createPipelineHarness(table, { paid: true, terms: true });
  await world.grant(100);
  colleague = await createPerson(world.context, { firstName: 'Grace' });
  headers = await addMember(world.context, world.owner, colleague, 'admin');
  listId = await world.upload('odd1@a.fr\ntypo-ok2@a.fr\n', { name: 'Guests' });
  await world.drain();
});

const newList = { emails: ['ok1@a.fr'], name: 'Job' };
const rows = [{ email: 'ok1@a.fr', reason: 'bounced' }];

const idOf = z.object({ data: z.object({ id: z.string() }) });
const listed = z.object({ data: z.object({ invitations: z.array(z.object({ id: z.string() })) }) });
/** Id of the object that the last acts are about. */
let objectId = '';
const params = () => ({ params: { id: objectId } });
const add = async (name: RouteName, body: object) => {
  objectId = idOf.parse(JSON.parse(await callAs(world.context, name, headers, { body }))).data.id;
};
const act = (name: RouteName, parts: () => ApiEventParts = params) => ({
  [name]: () => callAs(world.context, name, headers, parts()),
});
const invite = async (email: string) => {
  const body = { email, role: 'viewer' };
  const found = await callAs(world.context, 'inviteMember', headers, { body });
  objectId = listed.parse(JSON.parse(found)).data.invitations.at(-1)?.id ?? '';
  await world.drain();
};
const lastLink = () => {
  const [, query] = /\/invitation\?(\S+)/.exec(world.sent.at(-1)?.text ?? '') ?? [];
  return Object.fromEntries(new URLSearchParams(query));
};
const guestOf = async (email: string, role: 'admin' | 'viewer') => {
  guest = await createPerson(world.context, { email });
  guestHeaders = await addMember(world.context, world.owner, guest, role);
  objectId = guest.user.id;
};
let guest: Person;
let guestHeaders: Headers;
const byGuest = (name: RouteName, parts: () => ApiEventParts) => ({
  [name]: () => callAs(world.context, name, guestHeaders, parts()),
});

interface Act {
  readonly act: Readonly<Partial<Record<RouteName, () => Promise<unknown>>>>;
  /** Kind, verb and name of the object, and the old and new value. */
  readonly entry: readonly (string | null)[];
  readonly before?: () => Promise<unknown>;
  /** Who acts, instead of the colleague; undefined for somebody without a login. */
  readonly who?: () => string | undefined;
}

const endpoint = { url: 'https://hooks.customer.fr/', events: ['list.finished'] };
const form = { name: 'Join', origins: ['https://a.fr'], daily_checks: 5 };
const upload = { name: 'May', file_name: 'a.csv', size: 9 };

/** What the routes do, in an order in which each act has its object. */
const ACTS: readonly Act[] = [
  { act: act('createList', () => ({ body: newList })), entry: ['list', 'added', 'Job'] },
  {
    act: {
      upload: async () => {
        const body = await callAs(world.context, 'upload', headers, { body: upload });
        const { file_id: id } = z
          .object({ data: z.object({ file_id: z.string() }) })
          .parse(JSON.parse(body)).data;
        await world.context.lists.create(world.userId, id, world.context.clock.now());
      },
    },
    entry: ['list', 'added', 'May'],
  },
  {
    act: act('listRows', () => ({ params: { id: listId } })),
    entry: ['list', 'read', 'Guests'],
  },
  {
    act: act('download', () => ({ body: { file_id: listId, type: 'all' } })),
    entry: ['list', 'downloaded', 'Guests'],
  },
  {
    act: act('recheckFile', () => ({ params: { id: listId } })),
    entry: ['list', 'rechecked', 'Guests'],
  },
  {
    before: () => world.drain(),
    act: act('verifyCorrections', () => ({ params: { id: listId } })),
    entry: ['list', 'rechecked', 'Guests'],
  },
  {
    act: act('renameFile', () => ({ params: { id: listId }, body: { name: 'Visitors' } })),
    entry: ['list', 'renamed', 'Visitors', 'Guests', 'Visitors'],
  },
  {
    before: () => world.drain(),
    act: act('watchList', () => ({
      params: { id: listId },
      body: { every: 'week', max_credits: 5 },
    })),
    entry: ['list', 'watched', 'Visitors', null, 'week · 5'],
  },
  {
    act: act('unwatchList', () => ({ params: { id: listId } })),
    entry: ['list', 'unwatched', 'Visitors', 'week · 5', null],
  },
  {
    before: () => world.drain(),
    act: act('deleteFile', () => ({ params: { id: listId } })),
    entry: ['list', 'removed', 'Visitors'],
  },
  {
    act: { reportBounces: () => add('reportBounces', { name: 'May', rows }) },
    entry: ['bounces', 'added', 'May'],
  },
  { act: act('deleteBounceReport'), entry: ['bounces', 'removed', 'May'] },
  {
    act: { createKey: () => add('createKey', { name: 'Shop', scopes: ['read'] }) },
    entry: ['key', 'added', 'Shop', null, 'read'],
  },
  { act: act('revokeKey'), entry: ['key', 'removed', 'Shop'] },
  { act: act('resetApiKey', () => ({})), entry: ['key', 'changed', ''] },
  { act: act('resetApiKeyByGet', () => ({})), entry: ['key', 'changed', ''] },
  {
    act: { createEndpoint: () => add('createEndpoint', endpoint) },
    entry: ['endpoint', 'added', 'hooks.customer.fr'],
  },
  {
    act: act('updateEndpoint', () => ({ ...params(), body: { status: 'off' } })),
    entry: ['endpoint', 'changed', 'hooks.customer.fr', 'on', 'off'],
  },
  {
    act: act('updateEndpoint', () => ({ ...params(), body: { url: 'https://b.fr/secret' } })),
    entry: ['endpoint', 'changed', 'b.fr', 'hooks.customer.fr', 'b.fr'],
  },
  { act: act('rotateSecret'), entry: ['endpoint', 'changed', 'b.fr'] },
  { act: act('deleteEndpoint'), entry: ['endpoint', 'removed', 'b.fr'] },
  { act: { createForm: () => add('createForm', form) }, entry: ['form', 'added', 'Join'] },
  {
    act: act('updateForm', () => ({
      ...params(),
      body: { ...form, name: 'Shop', daily_checks: 9 },
    })),
    entry: ['form', 'changed', 'Shop', 'Join · 5', 'Shop · 9'],
  },
  { act: act('deleteForm'), entry: ['form', 'removed', 'Shop'] },
  {
    act: { createForm: () => add('createForm', form) },
    entry: ['form', 'added', 'Join'],
  },
  {
    act: act('endAccess', () => ({ body: { kind: 'form', id: objectId } })),
    entry: ['form', 'removed', 'Join'],
  },
  {
    act: act('saveLowCredits', () => ({ body: { warn_below: 50, top_up: null } })),
    entry: ['setting', 'changed', '', '–', '50'],
  },
  {
    act: { inviteMember: () => invite('new@a.fr') },
    entry: ['member', 'invited', 'new@a.fr', null, 'viewer'],
  },
  { act: act('withdrawInvitation'), entry: ['member', 'withdrawn', 'new@a.fr'] },
  {
    before: () => invite('other@a.fr'),
    act: {
      declineInvitation: () =>
        callAs(world.context, 'declineInvitation', {}, { body: { ...lastLink(), block: false } }),
    },
    entry: ['member', 'declined', 'other@a.fr'],
    who: () => undefined,
  },
  {
    before: async () => {
      await invite('guest@a.fr');
      guest = await createPerson(world.context, { email: 'guest@a.fr' });
    },
    act: {
      acceptInvitation: () =>
        callAs(world.context, 'acceptInvitation', guest.headers, { body: lastLink() }),
    },
    entry: ['member', 'added', 'guest@a.fr', null, 'viewer'],
    who: () => guest.user.id,
  },
  {
    before: () => guestOf('member@a.fr', 'viewer'),
    act: act('changeMember', () => ({ ...params(), body: { role: 'admin' } })),
    entry: ['member', 'changed', 'member@a.fr', 'viewer', 'admin'],
  },
  {
    act: {
      changeMember: () =>
        callAs(world.context, 'changeMember', world.owner.headers, {
          ...params(),
          body: { role: 'owner' },
        }),
    },
    entry: ['member', 'offered', 'member@a.fr'],
    who: () => world.userId,
  },
  {
    act: byGuest('answerTransfer', () => ({ body: { accept: false } })),
    entry: ['member', 'offer_declined', 'member@a.fr'],
    who: () => guest.user.id,
  },
  { act: act('removeMember'), entry: ['member', 'removed', 'member@a.fr'] },
  {
    before: () => guestOf('leaver@a.fr', 'viewer'),
    act: { deleteAccount: () => callAs(world.context, 'deleteAccount', guest.headers) },
    entry: ['member', 'removed', ''],
    who: () => guest.user.id,
  },
  {
    act: act('editAccount', () => ({ body: { name: 'Engines' } })),
    entry: ['setting', 'changed', '', null, 'Engines'],
  },
  {
    before: () => addFactor(),
    act: act('editAccount', () => ({ body: { requires_factor: true } })),
    entry: ['setting', 'changed', '', 'off', 'on'],
  },
  {
    act: act('editAccount', () => ({ body: { requires_factor: false } })),
    entry: ['setting', 'changed', '', 'on', 'off'],
  },
  {
    act: { exportAccount: () => callAs(world.context, 'exportAccount', world.owner.headers) },
    entry: ['export', 'added', ''],
    who: () => world.userId,
  },
];

/** Changing routes of sessions whose entries other tests check, because they call others. */
const ELSEWHERE: Partial<Record<RouteName, string>> = {
  applyVerdicts: 'functions/connections/apply-verdicts.test.ts',
  connect: 'functions/connections/imports.test.ts',
  disconnect: 'functions/connections/imports.test.ts',
  importContacts: 'functions/connections/imports.test.ts',
  linkSso: 'tests/attacks/members/sso-sessions.test.ts',
  saveBillingDetails: 'functions/usage/payment-activity.test.ts',
  saveSso: 'tests/attacks/members/single-sign-on.test.ts',
  undoApply: 'functions/connections/apply-verdicts.test.ts',
};

/** Changing routes of sessions without an entry, and why. */
const WITHOUT_ENTRY: Partial<Record<RouteName, string>> = {
  acceptTerms: 'the profile records who accepted which version, when and from where',
  addFactor: 'a factor belongs to the person, whom an email notifies',
  checkEmail: 'the usage names the person',
  createCheckout: 'only the payment changes something, and its entry names who opened the page',
  editProfile: 'names and password belong to the person, whom an email notifies',
  logout: 'a session belongs to the person',
  mcp: 'it calls the public routes, which have entries',
  openAccount: 'the account begins with it',
  reauthenticate: 'a session belongs to the person',
  removeFactor: 'a factor belongs to the person, whom an email notifies',
  sendAgain: 'the deliveries of the endpoint list it',
  sendTestEvent: 'the deliveries of the endpoint list it',
  setLanguage: 'the language belongs to the person',
  startFactor: 'changes nothing',
};

describe('the routes', () => {
  it.each(ACTS.map((each) => [Object.keys(each.act).join(), each.entry[1], each] as const))(
    'leaves one entry with who did what, from where, and the values: %s, %s',
    async (_name, _what, { act: acts, before, entry, who = () => colleague.user.id }) => {
      const { clock, sessions } = world.context;
      for (const { sessionId } of [colleague, world.owner])
        await sessions.recordProof(sessionId, clock.now());
      await before?.();
      const earlier = new Set((await entriesOf(world.context, headers)).map(({ id }) => id));
      for (const run of Object.values(acts)) await run();
      const added = (await entriesOf(world.context, headers)).filter(({ id }) => !earlier.has(id));
      const [kind, what, name, from = null, to = null] = entry;
      expect(added).toMatchObject([{ kind, what, name, from, to, by: BY }]);
      expect(added[0]?.who?.id).toBe(who());
    },
  );

  it('is logged by each session route that changes something, or has a reason not to be', () => {
    const logged = new Set([
      ...ACTS.flatMap(({ act: acts }) => Object.keys(acts)),
      ...Object.keys(ELSEWHERE),
    ]);
    const changing = Object.entries<Route>(contract).flatMap(([name, route]) => {
      const { caller } = AUTH_RULES[route.auth];
      const isChange = route.method !== 'GET' || route.changesState === true;
      return isChange && caller !== 'nobody' && caller !== 'admin' ? [name] : [];
    });
    expect(changing.filter((name) => !logged.has(name)).toSorted()).toEqual(
      Object.keys(WITHOUT_ENTRY),
    );
    for (const [name, path] of Object.entries(ELSEWHERE)) {
      const test = readFileSync(path, 'utf8');
      expect([path, name, new RegExp(`\\b${name}\\b`).test(test)]).toEqual([path, name, true]);
      expect([path, /listActivity|accessChanges\.list/.test(test)]).toEqual([path, true]);
    }
  });
});
