import { beforeEach, expect, it } from 'vitest';
import { contract, type RouteName } from '../../../shared/contract/index.ts';
import { needsCsrf, needsRight, type Route } from '../../../shared/contract/route.ts';
import { HOUR_MS } from '../../../shared/model/duration.ts';
import { userKey } from '../../../functions/access/adapters/keys.ts';
import { openSession } from '../../../functions/access/open-session.ts';
import { withCall } from '../../../functions/platform/author.ts';
import { activityPartition, userPartition } from '../../../functions/platform/dynamo/key.ts';
import { updateExpression } from '../../../functions/platform/dynamo/expression.ts';
import { newSourceIp } from '../../support/account-harness.ts';
import type { ApiEventParts } from '../../support/api-event.ts';
import { callHandler } from '../../support/call.ts';
import type { CallExample } from '../../support/examples/example.ts';
import { examples } from '../../support/examples/index.ts';
import { startFileTable } from '../../support/file-table.ts';
import { runOutsideFunction } from '../../support/invoke.ts';
import { addMember, createPerson, type Person } from '../../support/people.ts';
import { createPipelineHarness, type PipelineHarness } from '../../support/pipeline-harness.ts';
import { routes } from '../../support/routes.ts';
import { sessionHeadersOf } from '../../support/wire.ts';

/** Tests that a call of a person who loses the right during the call writes nothing afterward. */

type Headers = Readonly<Record<string, string>>;
type Call = Pick<ApiEventParts, 'body' | 'params'>;
/** Prepares the account, and returns the call that the person will make. */
type Arrange = (owner: Headers) => Promise<Call>;

const table = await startFileTable();
let world: PipelineHarness;
let listId: string;
beforeEach(async () => {
  world = await createPipelineHarness(table, { paid: true });
  await world.grant(1000);
  listId = await world.upload('email\nok1@a.fr\nodd2@b.fr\n');
  await world.drain();
});

async function succeed(name: RouteName, headers: Headers, call: Call = {}) {
  const { status, body } = await callHandler(world.context, routes[name], {
    headers,
    sourceIp: newSourceIp(),
    ...call,
  });
  expect([name, status, body]).toEqual([name, 200, body]);
  return body.data ?? {};
}

/** The body of the example of a route. */
const bodyOf = (name: keyof typeof examples): Call => {
  const shown: CallExample = examples[name];
  return { body: shown.body };
};
const plain =
  (name: keyof typeof examples): Arrange =>
  async () =>
    bodyOf(name);
const made =
  (maker: 'createForm' | 'createKey' | 'createEndpoint', call: Call = {}): Arrange =>
  async (owner) => {
    const { id } = await succeed(maker, owner, bodyOf(maker));
    return { ...call, params: { id: String(id) } };
  };
const onList =
  (call: Call = {}): Arrange =>
  async () => ({ ...call, params: { id: listId } });
async function memberOf(): Promise<string> {
  const person = await createPerson(world.context);
  await addMember(world.context, world.owner, person, 'viewer');
  return person.user.id;
}

/** A call of each route that succeeds. */
const CALLS: Partial<Record<RouteName, Arrange>> = {
  resetApiKey: async () => ({}),
  resetApiKeyByGet: async () => ({}),
  acceptTerms: plain('acceptTerms'),
  reportBounces: plain('reportBounces'),
  createList: plain('createList'),
  createForm: plain('createForm'),
  updateForm: made('createForm', bodyOf('updateForm')),
  deleteForm: made('createForm'),
  createKey: plain('createKey'),
  revokeKey: made('createKey'),
  upload: plain('upload'),
  renameFile: onList(bodyOf('renameFile')),
  watchList: onList(bodyOf('watchList')),
  deleteFile: async () => ({ params: { id: await world.upload('email\nok1@a.fr\n') } }),
  saveLowCredits: async () => ({ body: { warn_below: 2000, top_up: null } }),
  inviteMember: async () => ({
    body: { email: `${world.context.ids.token(6)}@guests.example`, role: 'member' },
  }),
  changeMember: async () => ({ params: { id: await memberOf() }, body: { role: 'billing' } }),
  removeMember: async () => ({ params: { id: await memberOf() } }),
  editAccount: plain('editAccount'),
  createEndpoint: plain('createEndpoint'),
  updateEndpoint: made('createEndpoint', bodyOf('updateEndpoint')),
  rotateSecret: made('createEndpoint'),
  deleteEndpoint: made('createEndpoint'),
  endAccess: async (owner) => {
    const { params } = await made('createEndpoint')(owner);
    return { body: { kind: 'endpoint', id: params?.['id'] } };
  },
  exportAccount: async () => ({}),
};

/** Routes without such a call, and why. */
const NOT_CALLED: Partial<Record<RouteName, string>> = {
  saveBillingDetails: 'Stripe stores them.',
  createCheckout: 'It writes after calls of Stripe, and the buyer pays.',
  connect: 'A service answers first; the writes are those of other routes.',
  disconnect: 'as connect',
  importContacts: 'as connect',
  applyVerdicts: 'as connect',
  undoApply: 'as connect',
  recheckFile: 'It needs a row that stays unknown; it writes as createList.',
  verifyCorrections: 'as recheckFile',
  unwatchList: 'It writes as watchList.',
  deleteBounceReport: 'It writes as reportBounces.',
  withdrawInvitation: 'It writes as inviteMember.',
  download: 'It writes only an entry in the log.',
  saveSso: 'tests/attacks/members/single-sign-on.test.ts has a slow provider.',
  sendTestEvent: 'It writes nothing of the account.',
  sendAgain: 'It sends again what an endpoint already got.',
  deleteAccount: 'It ends the right itself.',
};

const OWNER_ROUTES: ReadonlySet<string> = new Set(['acceptTerms', 'exportAccount']);

/** Returns the items of the account. Others, such as counters of calls, need no right. */
const readAccount = (): Promise<string[]> =>
  runOutsideFunction(async () => {
    const items: string[] = [];
    for (const partition of [userPartition(world.userId), activityPartition(world.userId)])
      for await (const item of world.context.db.query({ partition }))
        items.push(JSON.stringify(Object.entries(item).toSorted()));
    return items;
  });

const WRITES = /^(TransactWriteItems|PutItem|UpdateItem|DeleteItem|BatchWriteItem)Command$/;
let beforeWrite: (input: string) => Promise<void> = async () => undefined;
table.client.middlewareStack.add(
  (next, { commandName = '' }) =>
    async (args) => {
      if (WRITES.test(commandName)) await beforeWrite(JSON.stringify(args.input));
      return next(args);
    },
  { step: 'initialize', name: 'beforeWrite' },
);

/** Does something outside the present call. */
const outsideCall = (work: () => Promise<unknown>): Promise<unknown> =>
  runOutsideFunction(() => withCall(undefined, work));

const LOSSES = {
  removed: (person: Person) => world.context.memberships.remove(world.userId, person.user.id),
  demoted: (person: Person) => addMember(world.context, world.owner, person, 'viewer'),
  transferred: () =>
    world.context.db.update(userKey(world.userId), updateExpression({ owner: 'another' })),
};
type Loss = keyof typeof LOSSES;

/**
 * Makes a call whose caller loses the right before its `at`-th write.
 * @returns false if the call has fewer writes
 */
async function callWithoutRight(
  [name, arrange]: [RouteName, Arrange],
  loss: Loss,
  at: number,
): Promise<boolean> {
  const { context, owner } = world;
  context.clock.advance(12 * HOUR_MS);
  await context.db.update(userKey(world.userId), updateExpression({ owner: undefined }));
  const session = await openSession(context, owner.user);
  const owning = sessionHeadersOf(session);
  const given = await arrange(owning);
  const person = loss === 'transferred' ? owner : await createPerson(context);
  const headers = person === owner ? owning : await addMember(context, owner, person, 'admin');
  let writes = 0;
  let stored: readonly string[] | undefined;
  beforeWrite = async (input) => {
    if (!input.includes(world.userId) || input.includes('RATE#') || stored) return;
    writes += 1;
    if (writes < at) return;
    stored = [];
    await outsideCall(() => LOSSES[loss](person));
    stored = await readAccount();
  };
  const call = { headers, sourceIp: newSourceIp(), ...given };
  const { status, body } = await callHandler(context, routes[name], call);
  beforeWrite = async () => undefined;
  const expected = stored ? [403, 'role_required'] : [200, undefined];
  expect([name, at, status, body.code]).toEqual([name, at, ...expected]);
  const present = await readAccount();
  expect(present).toEqual(stored ?? present);
  return stored !== undefined;
}

it.each(Object.entries(CALLS) as [RouteName, Arrange][])(
  '%s writes nothing once its caller has lost the right',
  async (...route) => {
    const losses: readonly Loss[] = OWNER_ROUTES.has(route[0])
      ? ['transferred']
      : ['removed', 'demoted'];
    for (const loss of losses) {
      let at = 1;
      while (await callWithoutRight(route, loss, at)) at += 1;
      expect([loss, at]).not.toEqual([loss, 1]);
    }
  },
);

it('a call goes on if only others of the account change meanwhile', async () => {
  const { context, owner } = world;
  const other = await createPerson(context);
  const person = await createPerson(context);
  await addMember(context, owner, other, 'viewer');
  const headers = await addMember(context, owner, person, 'admin');
  beforeWrite = async (input) => {
    if (!input.includes('callerMembers')) return;
    beforeWrite = async () => undefined;
    await outsideCall(() => context.memberships.remove(world.userId, other.user.id));
  };
  await succeed('createForm', headers, bodyOf('createForm'));
  expect((await context.accounts.get(world.userId))?.members?.map(({ id }) => id)).not.toContain(
    other.user.id,
  );
});

it('every session route that changes state has a call, or a reason', () => {
  const changing = (Object.entries(contract) as [RouteName, Route][])
    .filter(([, route]) => needsCsrf(route) && needsRight(route))
    .map(([name]) => name);
  const listed = new Set([...Object.keys(CALLS), ...Object.keys(NOT_CALLED)]);
  expect(changing.filter((name) => !listed.has(name))).toEqual([]);
});
