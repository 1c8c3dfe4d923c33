import { sessionIdOf } from '../../functions/access/session.ts';
import { openSession } from '../../functions/access/open-session.ts';
import type { User } from '../../functions/access/adapters/user.ts';
import { type Language, type MemberRole, ROLE, USER_STATUS } from '../../shared/model/account.ts';
import type { AllDeps } from './compose.ts';

export const PERSON_PASSWORD = 'correct horse 42';

let people = 0;

/** Differences from a customer who has accepted the terms. */
export interface PersonTraits {
  readonly email?: string;
  readonly firstName?: string;
  readonly terms?: boolean;
  readonly admin?: boolean;
  readonly active?: boolean;
  readonly paid?: boolean;
  readonly language?: Language;
  /** Whether the person has no account. */
  readonly memberOnly?: true;
}

export interface Person {
  readonly user: User;
  readonly token: string;
  readonly sessionId: string;
  /** Headers of calls in the session, including the CSRF header. */
  readonly headers: Readonly<Record<string, string>>;
  /** Hash of the first password, which the user's profile only identifies. */
  readonly passwordHash: string;
  readonly apiKey: string | null;
  readonly testKey: string | null;
}

/** Makes a person a member; the returned headers name the account. */
export async function addMember(
  context: AllDeps,
  account: Pick<Person, 'user'>,
  { user: person, headers }: Person,
  role: MemberRole,
): Promise<Readonly<Record<string, string>>> {
  const { id } = account.user;
  const since = new Date(context.clock.now()).toISOString();
  const member = { id: person.id, email: person.email, role, since };
  await context.memberships.update(id, person.id, async ({ members = [] }) => ({
    members: [...members.filter((each) => each.id !== person.id), member],
  }));
  return { ...headers, 'X-Account-Id': id };
}

export async function createPerson(context: AllDeps, traits: PersonTraits = {}): Promise<Person> {
  people += 1;
  const id = context.ids.ulid(context.clock.now());
  const email = traits.email ?? `person-${people}@mail.example`;
  const passwordHash = await context.passwords.hash(PERSON_PASSWORD);
  const registration = {
    email,
    firstName: traits.firstName ?? 'Ada',
    lastName: 'Martin',
    passwordHash,
  };
  const created = await context.accounts.create(
    id,
    { ...registration, language: traits.language ?? 'en', memberOnly: traits.memberOnly },
    traits.admin ? ROLE.admin : ROLE.customer,
  );
  if (!created) throw new Error(`${email} is taken`);
  if (traits.terms !== false)
    await context.accounts.acceptTerms(id, {
      version: '2024-10-10',
      at: new Date(context.clock.now()).toISOString(),
      ip: '203.0.113.5',
    });
  if (traits.paid) await context.apiKeys.setPaid(id, true);
  const { token, csrf_token } = await openSession(context, created);
  if (traits.active === false) await context.accounts.setStatus(id, USER_STATUS.inactive);
  const user = await context.accounts.get(id);
  if (!user) throw new Error(`${email} does not exist`);
  return {
    user,
    passwordHash,
    token,
    sessionId: sessionIdOf(token),
    headers: { Authorization: `Bearer ${token}`, 'X-CSRF-Token': csrf_token },
    apiKey: await context.apiKeys.reveal(user),
    testKey: await context.apiKeys.revealTest(user),
  };
}
