import assert from 'node:assert/strict';
import { ownerIdOf, roleIn } from '../../../functions/access/role.ts';
import type { User } from '../../../functions/access/adapters/user.ts';
import { includesRole, MEMBER_ROLES } from '../../../shared/model/account.ts';
import { pickRandom } from '../../support/random.ts';
import { routes } from '../../support/routes.ts';
import { headersOf, prove } from '../authenticate.ts';
import type { ActionHandler, RouteResponse, Simulation, Visitor } from '../simulation.ts';
import { ViolationError } from '../violation.ts';
import { newToken } from './generate-upload.ts';

/** Attempts that some seeds must make: otherwise, a guarantee would be met because nobody tried. */
export const TEAM_ATTEMPTS = [
  'checks by members',
  'checks beyond the shared credits',
  'checks refused to a role or a removed member',
  'members changed',
  'members removed',
  'invitations accepted',
  'transfers accepted',
  'transfers declined',
  'transfers by a later owner',
] as const;
type TeamAttempt = (typeof TEAM_ATTEMPTS)[number];

const ATTEMPT_BY_STATUS: Readonly<Record<number, TeamAttempt>> = {
  200: 'checks by members',
  202: 'checks by members',
  402: 'checks beyond the shared credits',
  403: 'checks refused to a role or a removed member',
};

const note = ({ team: { attempts } }: Simulation, attempt: TeamAttempt | undefined): void => {
  if (attempt) attempts.set(attempt, (attempts.get(attempt) ?? 0) + 1);
};

const headersOn = ({ team }: Simulation, { headers = {} }: Visitor) => ({
  ...headers,
  'X-Account-Id': team.accountId,
});

const roleOf = async ({ faultFree, team }: Simulation, id: string) => {
  const account = await faultFree.accounts.get(team.accountId);
  return account && roleIn(account, id);
};

async function changing(
  world: Simulation,
  attempt: TeamAttempt,
  call: () => Promise<RouteResponse | undefined>,
): Promise<void> {
  const response = await call();
  if (response?.status === 200) note(world, attempt);
}

/** Expects that a check succeeds only for a member whose role allows it. */
async function spend(world: Simulation, who: Simulation['team']['people'][number]): Promise<void> {
  const role = await roleOf(world, who.id);
  const body = { email: `ok.${newToken(world)}@team.test`, timeout_s: 5 };
  const response = await world.call(routes.checkEmail, { headers: headersOn(world, who), body });
  note(world, ATTEMPT_BY_STATUS[response?.status ?? 0]);
  const isChanged = (await roleOf(world, who.id)) !== role;
  if (!response || response.isFaulty || isChanged) return;
  const mayCheck = role !== undefined && includesRole(role, 'member');
  if (response.status === 403 ? mayCheck : !mayCheck && response.status !== 401)
    throw new ViolationError(
      'a call needs the membership and the role',
      `${role} got ${response.status} ${JSON.stringify(response.body)}`,
    );
}

/** Makes a call of a person on the team's account. */
const proving = (
  world: Simulation,
  who: Visitor,
  call: (headers: Visitor['headers'] & object) => Promise<RouteResponse | undefined>,
) => prove(world, who, () => call(headersOn(world, who)));

/**
 * Records the account's owner after a transfer, even if its response was lost. Expects that the
 * sessions of the former owner are no longer valid; the former owner then logs in again.
 */
async function noteOwner(world: Simulation): Promise<void> {
  const { team, faultFree } = world;
  const account = await faultFree.accounts.get(team.accountId);
  const at = team.people.findIndex(({ id }) => account && id === ownerIdOf(account));
  const owner = team.people[at];
  const former = team.owner;
  if (owner) {
    if (former.id !== team.accountId) note(world, 'transfers by a later owner');
    else former.id = account?.movedTo ?? former.id;
    Object.assign(team, { owner, people: team.people.with(at, former) });
    const { headers = {} } = former;
    delete former.headers;
    const response = await world.call(routes.me, { headers });
    if (response && !response.isFaulty && response.status !== 401)
      throw new ViolationError(
        'a transfer ends the sessions of the former owner',
        `${former.email} got ${response.status}`,
      );
  }
  for (const who of [team.owner, ...team.people]) {
    const { email, password } = who;
    who.headers ??= headersOf(await world.call(routes.login, { body: { email, password } }));
  }
}

/** Makes a member an administrator, who then accepts or declines the account. */
async function transfer(
  world: Simulation,
  one: Simulation['team']['people'][number],
  random: () => number,
): Promise<void> {
  const params = { id: one.id };
  for (const role of ['admin', 'owner'])
    await proving(world, world.team.owner, (headers) =>
      world.call(routes.changeMember, { headers, params, body: { role } }),
    );
  const isAccepted = random() < 0.7;
  await changing(world, isAccepted ? 'transfers accepted' : 'transfers declined', () =>
    proving(world, one, (headers) =>
      world.call(routes.answerTransfer, {
        headers,
        body: { accept: isAccepted, terms_accepted: 1 },
      }),
    ),
  );
  await noteOwner(world);
}

/** Accepts the last invitation, if one arrived. */
async function accept(world: Simulation, who: Visitor): Promise<void> {
  const mail = world.mails.findLast(
    ({ to, text }) => to === who.email && text.includes('/invitation?'),
  );
  const [, id, t] = /\/invitation\?id=(\w+)&t=([\w.-]+)/.exec(mail?.text ?? '') ?? [];
  if (id === undefined || t === undefined) return;
  const { headers = {} } = who;
  const body = { id, t };
  await changing(world, 'invitations accepted', () =>
    world.call(routes.acceptInvitation, { headers, body }),
  );
}

/**
 * Lets invited people join. Then two people spend credits concurrently, or the owner changes the
 * members and sometimes transfers the account.
 */
export const shareAccount: ActionHandler = async (world, _who, random) => {
  await noteOwner(world);
  const { people } = world.team;
  const outsiders = [];
  for (const each of people) if (!(await roleOf(world, each.id))) outsiders.push(each);
  for (const each of outsiders) await accept(world, each);
  const [one, two] = [pickRandom(people, random), pickRandom(people, random)];
  if (!one || !two) return;
  const params = { id: one.id };
  const role = pickRandom(MEMBER_ROLES, random) ?? 'member';
  const spendAtOnce = () => Promise.all([spend(world, one), spend(world, two)]);
  const change = () =>
    changing(world, 'members changed', () =>
      proving(world, world.team.owner, (headers) =>
        world.call(routes.changeMember, { headers, params, body: { role } }),
      ),
    );
  const leave = () =>
    changing(world, 'members removed', () =>
      world.call(routes.removeMember, { headers: headersOn(world, one), params }),
    );
  const remove = () =>
    changing(world, 'members removed', () =>
      proving(world, world.team.owner, (headers) =>
        world.call(routes.removeMember, { headers, params }),
      ),
    );
  const body = { email: (outsiders[0] ?? one).email, role: 'member' };
  const invite = () =>
    proving(world, world.team.owner, (headers) =>
      world.call(routes.inviteMember, { headers, body }),
    );
  const acts = [spendAtOnce, spendAtOnce, spendAtOnce, change, leave, remove, invite, invite];
  await pickRandom<() => Promise<unknown>>(acts, random)?.();
  if (random() < 0.4) await transfer(world, one, random);
};

/** Expects that accounts and people list the same memberships, except for closed accounts. */
export function expectSameMemberships({ table }: Simulation): void {
  const users = new Map(
    table
      .all()
      .flatMap((item) =>
        item['SK'] === 'PROFILE' ? [[String(item['id']), item as unknown as User]] : [],
      ),
  );
  for (const { id, members = [], joined = [] } of users.values()) {
    for (const member of members)
      assert.ok(users.get(member.id)?.joined?.includes(id), `${member.id} does not list ${id}`);
    for (const accountId of joined) {
      const account = users.get(accountId);
      assert.ok(!account || roleIn(account, id), `${accountId} does not list ${id}`);
    }
  }
}
