import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ACCESS_CHANGE_PREFIX } from '../../../functions/access/adapters/keys.ts';
import { account } from '../../../functions/account/workers.ts';
import { deleteWrite } from '../../../functions/platform/dynamo/expression.ts';
import { key, userPartition } from '../../../functions/platform/dynamo/key.ts';
import { memberRoutes } from '../../../shared/contract/members.ts';
import { securityRoutes } from '../../../shared/contract/security.ts';
import {
  ACCESS_KINDS,
  type AccessKind,
  isPersonalAccess,
  isUsableBy,
} from '../../../shared/model/access.ts';
import { MINUTE_MS } from '../../../shared/model/duration.ts';
import { startFileTable } from '../../support/file-table.ts';
import { invoke } from '../../support/invoke.ts';
import { createMemberHarness } from '../../support/member-harness.ts';
import { addMember, type Person } from '../../support/people.ts';
import { sqsRecord } from '../../support/sqs-event.ts';

/** Tests that an account finds what a person added or could read, after they leave or lose a role. */

type Headers = Readonly<Record<string, string>>;

const harness = createMemberHarness(await startFileTable());
const { call, context } = harness;
let owner: Person;
let colleague: Person;
let headers: Headers;
beforeEach(async () => {
  [owner, colleague] = [harness.owner(), harness.stranger()];
  headers = { ...(await addMember(context, owner, colleague, 'admin')), 'User-Agent': 'curl/8' };
});

const listed = async (by: Headers) =>
  securityRoutes.getSecurity.output.parse((await call('getSecurity', by)).body).data.access;
const membersOf = ({ body }: Awaited<ReturnType<typeof call>>) =>
  memberRoutes.listMembers.output.parse(body).data.members;
/** Returns the ids of what a person may still use, by default the colleague without any role. */
async function leftBy(person?: Parameters<typeof isUsableBy>[0], by: Headers = owner.headers) {
  const since = new Date(context.clock.now()).toISOString();
  const none = { id: colleague.user.id, role: 'viewer', since, read_keys_until: null } as const;
  const items = await listed(by);
  return items.filter((item) => isUsableBy(person ?? none, item)).map(({ id }) => id);
}

const idOf = ({ body }: Awaited<ReturnType<typeof call>>): string =>
  z.object({ id: z.string() }).parse(body.data).id;
const HOOK = { url: 'https://tap.thief.test/', events: ['list.finished'] };
const FORM = { name: 'Join', origins: ['https://a.fr'], daily_checks: 5 };
const addEndpoint = async (by: Headers) => idOf(await call('createEndpoint', by, { body: HOOK }));

/** How a person adds what acts for an account, by its kind. */
const adders: Partial<Record<AccessKind, () => Promise<unknown>>> = {
  key: () => call('createKey', headers, { body: { name: 'Job', scopes: ['read'] } }),
  endpoint: () => addEndpoint(headers),
  form: () => call('createForm', headers, { body: FORM }),
  // A test of the route needs the service: see functions/connections/imports.test.ts.
  connection: () =>
    context.connections.save(
      {
        userId: owner.user.id,
        id: 'c',
        service: 'brevo',
        name: 'C',
        state: 'active',
        createdAt: new Date(context.clock.now()).toISOString(),
        startedBy: colleague.user.id,
      },
      { token: 'token' },
    ),
};
/** Kinds that act for an account without storing who added them, with the reason. */
const AUTHORLESS: Partial<Record<AccessKind, string>> = {
  member: 'is a person, who accepted',
  sso: 'only the owner sets it up',
};
const KINDS = ACCESS_KINDS.filter((kind) => !isPersonalAccess(kind) && !(kind in AUTHORLESS));

describe('what a colleague leaves behind', () => {
  it.each(KINDS)('is listed with the name, even without the log: %s', async (kind) => {
    await adders[kind]?.();
    const partition = userPartition(owner.user.id);
    for await (const { SK } of context.db.query({ partition, prefix: ACCESS_CHANGE_PREFIX }))
      await context.db.transact([deleteWrite(key(partition, String(SK)))]);
    await context.accounts.update(colleague.user, { firstName: 'Grace', lastName: 'Hopper' });
    const added = (await listed(owner.headers)).filter((item) => item.kind === kind);
    expect(added.filter(({ added_by: by }) => by?.startsWith('Grace Hopper'))).toHaveLength(1);
    expect(await leftBy()).toHaveLength(1);
  });

  it('includes an endpoint that they only changed, and one of a key that they created', async () => {
    const id = await addEndpoint(owner.headers);
    expect(await leftBy()).toEqual([]);
    const body = { url: `${HOOK.url}moved` };
    await call('updateEndpoint', headers, { params: { id }, body });
    expect(await leftBy()).toEqual([id]);
    const made = await call('createKey', headers, {
      body: { name: 'Job', scopes: ['webhooks', 'read'] },
    });
    const { api_key: apiKey } = z.object({ api_key: z.string() }).parse(made.body.data);
    const ofKey = await addEndpoint({ 'X-Api-Key': apiKey });
    expect(await leftBy()).toEqual([idOf(made), id, ofKey]);
    const row = (await listed(owner.headers)).find((each) => each.id === ofKey);
    expect(row?.added_by).toMatch(/^Ada Martin · API …/);
  });

  it('is mailed to the owner with the name', async () => {
    await addEndpoint(headers);
    context.clock.advance(10 * MINUTE_MS);
    for (const message of context.accountMessages.splice(0))
      await invoke(account, context, { Records: [sqsRecord(message)] });
    const mail = context.mails.findLast(({ to }) => to === owner.user.email);
    const by = expect.stringMatching(/^Ada Martin · curl · /) as unknown;
    const changes = expect.arrayContaining([expect.objectContaining({ kind: 'endpoint', by })]);
    expect(mail?.content.params).toMatchObject({ changes: changes as unknown });
  });

  it('includes what the former owner added before a transfer', async () => {
    const id = await addEndpoint(owner.headers);
    const offer = { params: { id: colleague.user.id }, body: { role: 'owner' } };
    await call('changeMember', owner.headers, offer);
    const body = { accept: true, terms_accepted: 1 };
    const [, former] = membersOf(await call('answerTransfer', headers, { body }));
    expect(await leftBy(former, headers)).toEqual(['first', 'test', id]);
  });

  it('includes the keys that a demoted administrator could read, until they are replaced', async () => {
    const demote = { params: { id: colleague.user.id }, body: { role: 'viewer' } };
    const [, demoted] = membersOf(await call('changeMember', owner.headers, demote));
    expect(await leftBy(demoted)).toEqual(['first', 'test']);
    for (const id of ['first', 'test'])
      await call('endAccess', owner.headers, { body: { kind: 'key', id } });
    expect(await leftBy(demoted)).toEqual([]);
  });

  it('includes keys of an earlier stay', async () => {
    const made = await call('createKey', headers, { body: { name: 'Job', scopes: ['read'] } });
    await call('removeMember', headers, { params: { id: 'me' } });
    await addMember(context, owner, colleague, 'member');
    expect(await leftBy()).toEqual([idOf(made)]);
  });
});
