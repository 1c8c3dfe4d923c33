import { normalizeAddress } from '../../../packages/verifier/src/address/read-address.ts';
import { USER_STATUS } from '../../../shared/model/account.ts';
import type { Db, TransactionStep } from '../../platform/dynamo/db.ts';
import {
  conditionCheck,
  deleteWrite,
  equalsList,
  itemExists,
  itemNotExists,
  putWrite,
  updateExpression,
  updateWrite,
  where,
} from '../../platform/dynamo/expression.ts';
import { createAddressHmacs } from '../../platform/dynamo/address-hmacs.ts';
import { userPartition } from '../../platform/dynamo/key.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { passwordIdOf, passwordKey } from '../../platform/secrets/account-secrets.ts';
import type { Accounts } from './accounts.ts';
import { directoryWrites } from './directory-writes.ts';
import { emailKey, INVITATION_PREFIX, userKey } from './keys.ts';
import type { Member, User } from './user.ts';

interface Change {
  readonly members: readonly Member[];
  /** The new offer of the account, or undefined to end it. By default, the offer stays. */
  readonly transfer?: User['transfer'];
  /** New single sign-on of the account, or undefined to end it. By default, it stays. */
  readonly sso?: User['sso'];
  /** Whether emails no longer prove the owner, whose login is the account. */
  readonly addressLost?: boolean;
  /** Writes of the same transaction. If one of their conditions fails, the change is decided again. */
  readonly also?: readonly TransactionStep[];
}

/** Members are listed in the profile of their account, and the account in their own profile. */
export interface Memberships {
  /**
   * Changes the membership of one person in one transaction, on condition that the members, the
   * offer of the account and the single sign-on have not changed since `decide` saw them. Whoever is
   * not an administrator afterward loses the offer and the invitations that they sent.
   * @param decide returns the new members, or undefined to change nothing; runs again on a conflict
   * @returns false if nothing was to change
   */
  update(
    accountId: string,
    personId: string,
    decide: (account: User, person: User | undefined) => Promise<Change | undefined>,
  ): Promise<boolean>;
  /**
   * Returns the writes that make a member the owner, who accepts the terms, and the owner an
   * administrator. Before the first transfer, the account and the owner's login are one item: the
   * login then moves to the id `formerId`, without its second factors. The writes fail if the account
   * has changed since it was read.
   */
  transferWrites(transfer: Transfer): TransactionStep[];
  /**
   * Returns the writes that give an account other single sign-on, and hold its people whose addresses
   * are at a domain that another account has verified. They fail if either has changed.
   */
  releaseWrites(account: User, domain: string, sso: User['sso']): TransactionStep[];
  /** Returns false if the person is not a member. */
  remove(
    accountId: string,
    personId: string,
    ...also: readonly TransactionStep[]
  ): Promise<boolean>;
}

interface Transfer {
  readonly account: User;
  readonly owner: User;
  readonly formerId: string;
  /** Hash of the password of a login that moves; undefined if none moves. */
  readonly passwordHash: string | undefined;
  /** The accounts that the moved login has joined. */
  readonly joined: readonly User[];
  readonly terms: NonNullable<User['terms']>;
  readonly keepsSso: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Moves the login of an owner out of the account's item. */
function moveWrites({ account, formerId: id, passwordHash = '', joined, at }: Transfer) {
  const { id: accountId, email, firstName, lastName, role, status, language, createdAt } = account;
  const { addressLost, factors, mailUndeliverable } = account;
  const login: User = {
    id,
    email,
    firstName,
    lastName,
    role,
    status,
    language,
    createdAt,
    passwordHash: passwordIdOf(passwordHash),
    sessionsEnded: { at },
    paid: false,
    memberOnly: true,
    joined: [...(account.joined ?? []), accountId],
    ...(addressLost && { addressLost }),
    ...(factors && { factors }),
    ...(mailUndeliverable && { mailUndeliverable }),
  };
  return [
    putWrite({ ...userKey(id), ...login }, itemNotExists),
    putWrite({ ...passwordKey(id), passwordHash }),
    deleteWrite(passwordKey(accountId)),
    updateWrite(
      emailKey(normalizeAddress(email) ?? email),
      updateExpression({ userId: id }),
      where({ userId: accountId }),
    ),
    ...joined.flatMap((other) => {
      const { members = [] } = other;
      const member = members.find((each) => each.id === accountId);
      if (!member) return [];
      const moved = members.with(members.indexOf(member), { ...member, id });
      return [membersWrite(other, { members: moved })];
    }),
  ];
}

/** Maximum former accounts that a profile remembers. */
const MAX_LEFT_ACCOUNTS = 20;
/** Maximum identities of former members that an account remembers. */
const MAX_LEFT_SUBJECTS = 100;

const isAdmin = ({ role }: Member): boolean => role === 'admin';
const listOrNone = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);

/**
 * Remembers the identities of former members. A login whose id changes remains a member. Ends an
 * offer to a person who is not an administrator.
 */
function membersWrite(account: User, { members: next, ...change }: Change & LeftAddresses) {
  const { id, members = [], leftSubjects = [], transfer, lastInvitation } = account;
  const offer = 'transfer' in change ? change.transfer : transfer;
  const isKept = ({ id: personId, subject }: Member): boolean =>
    next.some((other) => other.id === personId || other.subject === subject);
  const left = members.filter((each) => !isKept(each)).flatMap(({ subject = [] }) => subject);
  return updateWrite(
    userKey(id),
    updateExpression({
      members: listOrNone(next),
      ...('sso' in change && { sso: change.sso }),
      ...(change.addressLost && { addressLost: true }),
      ...(change.leftAddresses && { leftAddresses: listOrNone(change.leftAddresses) }),
      leftSubjects: listOrNone([...leftSubjects, ...left].slice(-MAX_LEFT_SUBJECTS)),
      transfer: next.filter(isAdmin).some((each) => each.id === offer?.to) ? offer : undefined,
    }),
    where({
      id,
      sso: account.sso,
      members: equalsList(account.members),
      transfer,
      lastInvitation,
    }),
  );
}

/** @param account undefined if it is closed, so that the profile does not remember it */
function joinedWrite(
  { id, joined, left = [] }: User,
  accountId: string,
  account: User | undefined,
  isMember: boolean,
) {
  const without = (ids: readonly string[]) => ids.filter((each) => each !== accountId);
  const next = {
    joined: [...without(joined ?? []), ...(isMember ? [accountId] : [])],
    left: [...without(left), ...(account && !isMember ? [accountId] : [])].slice(
      -MAX_LEFT_ACCOUNTS,
    ),
  };
  return updateWrite(
    userKey(id),
    updateExpression({ joined: listOrNone(next.joined), left: listOrNone(next.left) }),
    where({ id, joined: equalsList(joined) }),
  );
}

type LeftAddresses = Pick<User, 'leftAddresses'>;

const without = (all: readonly Member[], others: readonly Member[]) =>
  all.filter((each) => !others.some((other) => other.id === each.id));

/** Adds the addresses of those who leave to the former members of an account, without those who join. */
async function updateLeftAddresses(
  secrets: Pick<Secrets, 'keys'>,
  { id, members = [], leftAddresses = [] }: User,
  next: readonly Member[],
): Promise<LeftAddresses> {
  const gone = without(members, next);
  if (gone.length === 0 && leftAddresses.length === 0) return {};
  const hmacsOf = await createAddressHmacs(secrets, id, 'former-member');
  const joined = new Set(without(next, members).flatMap(({ email }) => hmacsOf(email)));
  const left = gone.flatMap(({ email }) => hmacsOf(email).slice(0, 1));
  const kept = leftAddresses.filter((each) => !joined.has(each));
  return { leftAddresses: [...kept, ...left].slice(-MAX_LEFT_SUBJECTS) };
}

export function createMemberships(
  db: Db,
  accounts: Pick<Accounts, 'get'>,
  secrets: Pick<Secrets, 'keys'>,
): Memberships {
  /** The writes also delete the invitations whose senders are no administrators any more. */
  async function changeWrites(account: User, change: Change): Promise<TransactionStep[]> {
    const { id, owner = id, movedTo = id, members = [] } = account;
    const left = await updateLeftAddresses(secrets, account, change.members);
    const write = membersWrite(account, { ...change, ...left });
    const senders = new Set([owner, ...change.members.filter(isAdmin).map((each) => each.id)]);
    if (members.filter(isAdmin).every((each) => senders.has(each.id))) return [write];
    const partition = userPartition(id);
    const sent = await Array.fromAsync(db.query({ partition, prefix: INVITATION_PREFIX }));
    // An invitation from before the first transfer names the former owner by the id of the account.
    const ended = sent.filter(({ by }) => !senders.has(by === id ? movedTo : String(by)));
    return [write, ...ended.map(({ SK }) => deleteWrite({ PK: partition, SK: String(SK) }))];
  }

  const memberships: Memberships = {
    update: (accountId, personId, decide) =>
      retryOnConflict(`the members of ${accountId}`, async () => {
        const [account, person] = await Promise.all([
          accounts.get(accountId),
          accounts.get(personId),
        ]);
        // A closed account has no members, but former members may still list it.
        const change = account ? await decide(account, person) : { members: [] };
        if (!change) return false;
        const joined = person?.joined ?? [];
        const isMember = change.members.some(({ id }) => id === personId);
        const writes = [
          ...(account ? await changeWrites(account, change) : []),
          ...(person && isMember !== joined.includes(accountId)
            ? [joinedWrite(person, accountId, account, isMember)]
            : []),
          ...(change.also ?? []),
        ];
        if (writes.length === 0) return false;
        return (await db.transact(writes)) ? 'again' : true;
      }),

    transferWrites(given) {
      const { account, owner, formerId, terms, keepsSso, at } = given;
      const { id, factors, joined, members = [], passwordHash, sso, transfer } = account;
      const { email, firstName, lastName, language, mailUndeliverable } = owner;
      const isMoved = account.owner !== undefined;
      const since = new Date(at).toISOString();
      const former = { id: formerId, email: account.email, role: 'admin', since };
      const contact = { email, firstName, lastName, language, mailUndeliverable };
      const moved = {
        movedTo: formerId,
        // A hash that no password matches, because every open account's profile must have one.
        passwordHash: passwordIdOf(`transferred to ${formerId}`),
        sessionsEnded: { at },
        factors: undefined,
        addressLost: undefined,
        factorReset: undefined,
        joined: undefined,
      };
      return [
        updateWrite(
          userKey(id),
          updateExpression({
            ...contact,
            ...(!isMoved && moved),
            owner: owner.id,
            members: [...members.filter((each) => each.id !== owner.id), former],
            terms,
            transfer: undefined,
            sso: keepsSso ? sso : undefined,
          }),
          where({
            id,
            passwordHash,
            transfer,
            sso,
            owner: account.owner,
            factors: equalsList(factors),
            joined: equalsList(joined),
            members: equalsList(members),
          }),
        ),
        conditionCheck(userKey(owner.id), where({ status: USER_STATUS.active })),
        ...(isMoved
          ? [
              updateWrite(
                userKey(formerId),
                updateExpression({ sessionsEnded: { at } }),
                itemExists,
              ),
            ]
          : moveWrites(given)),
        ...directoryWrites.rename(at, { ...account, ...contact }),
      ];
    },

    releaseWrites(account, domain, sso) {
      const { members = [], owner = account.id } = account;
      const isLost = ({ email }: Pick<User, 'email'>): boolean =>
        normalizeAddress(email)?.endsWith(`@${domain}`) ?? false;
      const held = members.map((each): Member =>
        isLost(each) ? Object.assign({}, each, { held: true }) : each,
      );
      const lost = updateExpression({ addressLost: true });
      const owns = owner === account.id;
      return [
        membersWrite(account, { members: held, sso, addressLost: owns && isLost(account) }),
        ...(!owns && isLost(account) ? [updateWrite(userKey(owner), lost, itemExists)] : []),
      ];
    },

    remove: (accountId, personId, ...also) =>
      memberships.update(accountId, personId, async ({ members = [] }) => {
        const others = members.filter(({ id }) => id !== personId);
        return others.length === members.length ? undefined : { members: others, also };
      }),
  };
  return memberships;
}
