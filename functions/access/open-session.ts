import { AppError } from '../../shared/contract/errors.ts';
import type { TransactionStep } from '../platform/dynamo/db.ts';
import type { Session } from './adapters/sessions.ts';
import { defaultAccountOf } from './role.ts';
import { personActor } from '../platform/author.ts';
import { isNewOrigin } from './origin.ts';
import { SESSION_LIFETIME_MS, sessionIdOf, SSO_SESSION_LIFETIME_MS } from './session.ts';
import { deriveCsrfToken } from './signed.ts';
import type { User } from './adapters/user.ts';
import type { AccessDeps } from './deps.ts';

const TOKEN_BYTES = 32;

export interface OpenedSession {
  readonly token: string;
  readonly csrf_token: string;
}

export type OpenSessionDeps = Pick<
  AccessDeps,
  'accounts' | 'activity' | 'apiKeys' | 'clock' | 'ids' | 'secrets' | 'sessions'
>;

interface OpenOptions {
  /** Browser and network, from `originOf`. */
  readonly from?: string | undefined;
  /** Notifies the user of a new browser and network. Absent for the first login of an account. */
  readonly accessChanges?: AccessDeps['accessChanges'];
  /** Time at which the password was verified. A later password change also ends this session. */
  readonly since?: number;
  /** When a factor was proven, if the login required one. */
  readonly provenAt?: number;
  /** The account that a single sign-on session can access, and the id of its settings. */
  readonly sso?: Session['sso'];
  readonly refusal?: 'wrong_credentials' | 'wrong_code' | 'challenge_expired';
}

/** Notifies the user of a session from a new browser and a new network. */
async function announceLogin(
  { sessions }: Pick<OpenSessionDeps, 'sessions'>,
  { id, userId, from: by }: Session,
  accessChanges: OpenOptions['accessChanges'],
): Promise<TransactionStep[]> {
  if (!accessChanges || by === undefined) return [];
  const logins = (await accessChanges.list(userId)).filter(
    ({ kind, what }) => kind === 'session' && what === 'added',
  );
  const origins = (await sessions.list(userId)).map(({ from = '' }) => from);
  if (!isNewOrigin(by, [...origins, ...logins.map((each) => each.by)])) return [];
  const change = { kind: 'session', what: 'added', target: id, name: '', by } as const;
  return [await accessChanges.announce(userId, change)];
}

/**
 * Only the account on which the session acts by default gets an entry: the others of the person must
 * not learn of each login, and get one for the first use of a day (`me`).
 * @param only the only account on which the session can act
 */
async function logLogin(
  { accounts, activity }: Pick<OpenSessionDeps, 'accounts' | 'activity'>,
  person: User,
  by = '',
  only?: string,
): Promise<TransactionStep[]> {
  const entry = { kind: 'login', what: 'added', target: person.id, name: '' } as const;
  const author = { who: personActor(person.id), by };
  const { id } =
    only === undefined ? (await defaultAccountOf(accounts, person)).account : { id: only };
  return person.memberOnly && id === person.id ? [] : activity.writes(id, entry, author);
}

/**
 * Opens a session. Also creates the test key of a customer who has none yet.
 * @param user with the hash of the password that was verified
 * @throws {AppError} `wrong_credentials`, or the given `refusal`, if the password was changed or
 *   the account was deactivated or closed since the user was read
 */
export async function openSession(
  deps: OpenSessionDeps,
  user: User,
  options: OpenOptions = {},
): Promise<OpenedSession> {
  const { from, since = deps.clock.now(), provenAt, refusal = 'wrong_credentials', sso } = options;
  const userId = user.id;
  // A function that calls identity providers cannot read the secret that encrypts API keys.
  if (!sso) await deps.apiKeys.ensureTest(userId);
  const token = deps.ids.token(TOKEN_BYTES);
  const id = sessionIdOf(token);
  const session = {
    id,
    userId,
    createdAt: since,
    expiresAt: since + (sso ? SSO_SESSION_LIFETIME_MS : SESSION_LIFETIME_MS),
    ...(from !== undefined && { from }),
    ...(provenAt !== undefined && { provenAt }),
    ...(sso && { sso }),
  };
  // Create the session in one transaction with a condition on the profile: every operation that
  // ends sessions changes the profile first.
  const logged = [
    ...(await announceLogin(deps, session, options.accessChanges)),
    ...(await logLogin(deps, user, from, sso?.accountId)),
  ];
  if (!(await deps.sessions.create(session, deps.accounts.requirePassword(user), ...logged)))
    throw new AppError(refusal, { account: userId });
  return { token, csrf_token: await deriveCsrfToken(deps.secrets, id) };
}
