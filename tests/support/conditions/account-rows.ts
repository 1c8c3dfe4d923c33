import { createActivity } from '../../../functions/access/adapters/activity.ts';
import { directoryWrites } from '../../../functions/access/adapters/directory-writes.ts';
import type { User } from '../../../functions/access/adapters/user.ts';
import type {
  PendingRegistration,
  OtpChallenge,
} from '../../../functions/account/adapters/registrations.ts';
import { createUsedCaptchas } from '../../../functions/account/adapters/used-captchas.ts';
import type { Form } from '../../../functions/forms/adapters/forms.ts';
import type { Invitation } from '../../../functions/members/adapters/invitations.ts';
import type { StoredSso } from '../../../functions/members/adapters/sso-settings.ts';
import type { TransactionStep } from '../../../functions/platform/dynamo/db.ts';
import { key } from '../../../functions/platform/dynamo/key.ts';
import { ssoDomainKey } from '../../../functions/platform/secrets/account-secrets.ts';
import { createSealer } from '../../../functions/platform/secrets/sealer.ts';
import { factorsKey } from '../../../functions/factors/adapters/keys.ts';
import { createTestSecrets, type TestContext } from '../test-context.ts';
import { always, ANN, createUser, joined, once, sample, setFields, U, writes } from './rows.ts';

const CHALLENGE: OtpChallenge = { id: 'challenge', mac: 'mac', expiresAt: 1e13, tries: 1 };
const RESET = { tokenHash: 'token', userId: U, passwordHash: 'hash', expiresAt: 1e13 };
const FORM = sample<Form>({ id: 'form', name: 'Newsletter' });
const SSO: StoredSso = {
  accountId: U,
  id: 'sso',
  domain: 'example.com',
  token: 'token',
  issuer: 'https://id.example.com',
  clientId: 'client',
  sealedSecret: 'sealed',
  role: 'member',
  required: false,
};

const INVITATION: Invitation = {
  id: 'i',
  email: 'a@b.co',
  role: 'member',
  by: U,
  sentAt: 1,
  expiresAt: 1e13,
};

async function register({ registrations }: TestContext): Promise<PendingRegistration> {
  const history = { issuedAt: [], total: 0 };
  const pending = { ...ANN, id: 'registration', address: ANN.email, history };
  await registrations.create(pending, CHALLENGE, Date.parse('2027-01-14T10:00:00Z'));
  const found = await registrations.find(pending.address, pending.id);
  if (!found) throw new Error('the registration is missing');
  return found;
}

/**
 * Returns the writes that make Ben the owner of Ann's account.
 * @param fields of Ann's account; with an owner, the account was already transferred before
 */
async function transferSteps(
  context: TestContext,
  fields: Partial<User>,
): Promise<readonly TransactionStep[]> {
  const ben = await createUser(context, 'ben');
  await createUser(context, 'cat');
  const ann = { id: U, email: 'user1@example.com', role: 'member', since: '' } as const;
  const cat = await setFields(context, { members: [ann] }, 'cat');
  await createUser(context);
  const member = { id: 'ben', email: ben.email, role: 'admin', since: '' } as const;
  const account = await setFields(context, { ...fields, joined: ['cat'], members: [member] });
  return context.memberships.transferWrites({
    account,
    owner: ben,
    formerId: fields.owner ?? 'former',
    passwordHash: 'hash',
    joined: [cat],
    terms: { version: '1', at: '', ip: '' },
    keepsSso: false,
    at: 1,
  });
}

/** Rows of the stores of accounts, and of the rights of people and programs to them. */
export const ACCOUNT_ROWS = [
  once('access/accounts: draft', 'absent; absent', async ({ accounts }) => {
    let id = 0;
    return () => accounts.create(`user${(id += 1)}`, ANN);
  }),
  once('access/accounts: draft', 'absent; absent', async ({ accounts }) => {
    let id = 0;
    return () => accounts.create(U, { ...ANN, email: `${(id += 1)}@example.com` });
  }),
  joined('access/activity: recordDaily', 'absent', async ({ clock, db, ids }) => {
    const entry = { kind: 'list', what: 'read', target: 'list', name: 'Guests' } as const;
    // Each process remembers what it has recorded.
    return () => createActivity(db, ids, clock, () => '').recordDaily(U, entry);
  }),
  once('access/accounts: openWrites', 'id memberOnly', async (context) => {
    const person = await createUser(context, U, { memberOnly: true });
    return writes(context, context.accounts.openWrites(person));
  }),
  always('access/accounts: update', 'id; exists', async (context) => {
    const user = await createUser(context);
    return () => context.accounts.update(user, { firstName: 'Anna', lastName: 'Lee' });
  }),
  always('access/accounts: setPreference', 'id', async (context) => {
    await createUser(context);
    return () => context.accounts.setPreference(U, { language: 'fr' });
  }),
  joined('access/accounts: acceptTerms', 'exists terms terms.version', async (context) => {
    await createUser(context);
    return () => context.accounts.acceptTerms(U, { version: '2', at: '', ip: '' });
  }),
  always('access/accounts: setMailUndeliverable', 'id', async (context) => {
    await createUser(context);
    return () => context.accounts.setMailUndeliverable(U, { reason: 'bounce', at: '' });
  }),
  always('access/accounts: setFactorReset', 'factors addressLost', async (context) => {
    await createUser(context);
    await setFields(context, { factors: ['totp'] });
    return () => context.accounts.setFactorReset(U, { at: 1, why: 'lost' });
  }),
  always('access/accounts: setStatus', 'role memberOnly; exists', async (context) => {
    await createUser(context);
    return () => context.accounts.setStatus(U, 2);
  }),
  always('access/directory-writes: updateRow', 'exists', async (context) => {
    const user = await createUser(context);
    return writes(context, directoryWrites.rename(1, user));
  }),
  once('access/account-writes: hashWrites', 'passwordHash', async (context) => {
    const { passwordHash } = await createUser(context);
    return () => context.accounts.replacePasswordHash(U, passwordHash, 'new hash');
  }),
  always('access/account-writes: requireAccount', 'passwordHash', async (context) => {
    await createUser(context);
    return writes(context, [context.accounts.requireAccount(U)]);
  }),
  always('access/account-writes: requirePassword', 'passwordHash status', async (context) => {
    const user = await createUser(context);
    return writes(context, [context.accounts.requirePassword(user)]);
  }),
  always('access/account-writes: factorsWrite', 'id', async (context) => {
    const user = await createUser(context);
    const change = { factors: ['totp'], at: 1, except: 'session' } as const;
    return writes(context, [context.accounts.factorsWrite(user, change)]);
  }),
  always('access/account-writes: alertWrite', 'id', async (context) => {
    await createUser(context);
    return writes(context, [context.accounts.alertWrite(U, true)]);
  }),
  once(
    'access/account-removal: accountDeleteWrites',
    'email apiKeyHash testKeyHash namedKeyHashes stripeCustomerId members joined; absent userId; absent accountId',
    async (context) => {
      await createUser(context);
      const sso = { id: 'sso', domain: 'example.com', required: false };
      const user = await setFields(context, { sso });
      await context.db.put({ ...ssoDomainKey(sso.domain), accountId: U });
      return () => context.closedAccounts.close(user, { closedAt: '2027-01-14', emailHmac: 'a' });
    },
  ),
  joined('access/account-customers: setCustomer', 'id stripeCustomerId', async (context) => {
    await createUser(context);
    let number = 0;
    return () => context.accounts.setCustomer(U, `cus_${(number += 1)}`);
  }),
  once('access/account-customers: detachCustomer', 'stripeCustomerId', async (context) => {
    await createUser(context);
    await setFields(context, { stripeCustomerId: 'cus_1' });
    return () => context.accounts.detachCustomer(U, 'cus_1');
  }),
  once('access/account-customers: deleteCustomerLink', 'userId', async (context) => {
    await createUser(context);
    await context.accounts.setCustomer(U, 'cus_1');
    return () => context.accounts.deleteCustomerLink(U, 'cus_1');
  }),
  always('access/account-customers: setPlan', 'exists', async (context) => {
    await createUser(context);
    return () => context.accounts.setPlan(U, { planId: 'plan' });
  }),
  once('access/api-keys: createKeyExchange', 'id apiKeyHash', async (context) => {
    await createUser(context);
    return () => context.apiKeys.setPaid(U, true);
  }),
  once('access/api-keys: createKeyExchange', 'id apiKeyHash namedKeyHashes', async (context) => {
    await createUser(context);
    await context.apiKeys.setPaid(U, true);
    return () => context.apiKeys.setPaid(U, false);
  }),
  once('access/api-keys: moveSecrets', 'apiKeySealed testKeySealed', async (context) => {
    await createUser(context);
    await setFields(context, { apiKeySealed: 'a', testKeySealed: 'b' });
    return () => context.apiKeys.moveSecrets(U);
  }),
  once('access/named-keys: hashesWrite', 'apiKeyHash namedKeyHashes', async (context) => {
    await createUser(context);
    await context.apiKeys.setPaid(U, true);
    return () => context.namedKeys.create(U, { name: 'Shop', scopes: ['lists'] });
  }),
  once('access/named-keys: hashesWrite', 'apiKeyHash namedKeyHashes', async (context) => {
    await createUser(context);
    await context.apiKeys.setPaid(U, true);
    await context.namedKeys.create(U, { name: 'Shop', scopes: ['lists'], keyId: 'key' });
    return () => context.namedKeys.revoke(U, 'key');
  }),
  once(
    'access/memberships: membersWrite joinedWrite',
    'id sso members transfer lastInvitation; id joined',
    async (context) => {
      await createUser(context);
      await createUser(context, 'ben');
      const ben = { id: 'ben', email: 'ben@example.com', role: 'member', since: '' } as const;
      return () =>
        context.memberships.update(U, 'ben', async ({ members = [] }) =>
          members.length > 0 ? undefined : { members: [ben] },
        );
    },
  ),
  once(
    'access/memberships: transferWrites moveWrites membersWrite',
    'id passwordHash transfer sso owner factors joined members; status; absent; userId; id sso members transfer lastInvitation; exists',
    async (context) => writes(context, await transferSteps(context, {})),
  ),
  once(
    'access/memberships: transferWrites',
    'id passwordHash transfer sso owner factors joined members; status; exists; exists',
    async (context) => writes(context, await transferSteps(context, { owner: 'cat' })),
  ),
  once(
    'access/memberships: releaseWrites membersWrite',
    'id sso members transfer lastInvitation; exists',
    async (context) => {
      const account = await createUser(context);
      await createUser(context, 'cat');
      const steps = context.memberships.releaseWrites({ ...account, owner: 'cat' }, 'example.com', {
        id: 'x',
        domain: 'example.com',
        required: true,
      });
      return writes(context, steps);
    },
  ),
  always('access/sessions: recordProof', 'exists', async ({ sessions }) => {
    await sessions.create({ id: 's', userId: U, createdAt: 1, expiresAt: 1e13 });
    return () => sessions.recordProof('s', 2);
  }),
  always('access/access-changes: setMailed', 'exists', async ({ accessChanges }) => {
    await accessChanges.record(U, { kind: 'key', what: 'added', target: 'k', name: '', by: 'web' });
    const [change] = await accessChanges.list(U);
    return async () => change && accessChanges.setMailed(change);
  }),
  once('access/limits/dynamo-limits: consume', 'arrival', async ({ limits }) => {
    return () => limits.consume('login_ip', 'network');
  }),
  always('access/limits/dynamo-limits: consume', '!arrival; arrival', async ({ limits }) => {
    await limits.consume('login_ip', 'network');
    return () => limits.consume('login_ip', 'network');
  }),
  once('access/limits/dynamo-limits: consumeWrite', 'arrival', async (context) => {
    const write = await context.limits.consumeWrite('login_ip', 'network', 1);
    return writes(context, write ? [write] : []);
  }),
  always('access/limits/dynamo-limits: refund', 'arrival', async ({ limits }) => {
    await limits.consume('login_ip', 'network');
    return () => limits.refund('login_ip', 'network');
  }),
  once('account/closed-accounts: addressWrite', 'absent ttl', async (context) =>
    writes(context, [context.closedAccounts.addressWrite('hmac')]),
  ),
  always('account/closed-accounts: recordStep', 'exists', async (context) => {
    const user = await createUser(context);
    await context.closedAccounts.close(user, { closedAt: '2027-01-14', emailHmac: 'a' });
    return () => context.closedAccounts.recordStep(U, 'lists', '2027-01-14');
  }),
  once('account/registrations: replaceChallenge', 'total', async (context) => {
    const pending = await register(context);
    return () => context.registrations.replaceChallenge(pending, 'owner', CHALLENGE, 1);
  }),
  always('account/registrations: replaceChallenge', 'exists', async (context) => {
    const pending = await register(context);
    return () => context.registrations.replaceChallenge(pending, 'anybody', CHALLENGE, 1);
  }),
  once('account/registrations: takeTry', 'owner.tries owner.expiresAt', async (context) => {
    const pending = await register(context);
    return () => context.registrations.takeTry(pending, 'owner', 1);
  }),
  always('account/registrations: recordPasswordProof', 'exists', async (context) => {
    const pending = await register(context);
    return () => context.registrations.recordPasswordProof(pending, 1);
  }),
  once('account/registrations: deleteRegistration', 'owner.id anybody.id', async (context) => {
    const pending = await register(context);
    const other = { ...CHALLENGE, id: 'other' };
    await context.registrations.replaceChallenge(pending, 'anybody', other, 1);
    return writes(context, [context.registrations.deleteRegistration(pending, CHALLENGE.id)]);
  }),
  once(
    'account/password-resets: create',
    'absent',
    async ({ passwordResets }) =>
      () =>
        passwordResets.create(RESET),
  ),
  once('account/password-resets: redeem', 'used; passwordHash', async (context) => {
    const { passwordHash } = await createUser(context);
    await context.passwordResets.create({ ...RESET, passwordHash });
    const reset = await context.passwordResets.find(RESET.tokenHash, 1);
    const change = { from: passwordHash, to: 'new hash', at: 1 };
    return async () => reset && context.passwordResets.redeem(reset, change);
  }),
  once('account/used-captchas: markUsed', 'absent', async ({ db }) => {
    const captchas = createUsedCaptchas(db);
    return () => captchas.markUsed('signature', 1e10);
  }),
  once(
    'mail/mail-journal: reserve',
    'absent',
    async ({ mailJournal }) =>
      () =>
        mailJournal.reserve('mail'),
  ),
  once(
    'factors/factors: put',
    'absent; absent',
    async ({ factors }) =>
      () =>
        factors.put(U, { version: 0, passkeys: [], recoveryCodes: [] }),
  ),
  once('factors/factors: put', 'version; version', async ({ factors }) => {
    await factors.put(U, { version: 0, passkeys: [], recoveryCodes: [] });
    const read = await factors.get(U);
    return () => factors.put(U, { ...read, recoveryCodes: ['code'] });
  }),
  once('factors/factors: move', 'absent; absent; version', async ({ factors }) => {
    await factors.put(U, { version: 0, passkeys: [], recoveryCodes: [] });
    let id = 0;
    return () => factors.move(U, `new${(id += 1)}`, []);
  }),
  always('factors/factors: confirmCodes', 'exists', async ({ factors }) => {
    await factors.put(U, { version: 0, passkeys: [], recoveryCodes: [] });
    return () => factors.confirmCodes(U);
  }),
  once(
    'factors/factors: redeem',
    'absent',
    async ({ factors }) =>
      () =>
        factors.redeem('challenge'),
  ),
  once('factors/factors: moveSecrets', 'version sealed; passwordHash', async (context) => {
    await createUser(context);
    await context.db.put({ ...factorsKey(U), version: 1, sealed: 'sealed', passkeys: [] });
    return () => context.factors.moveSecrets(U);
  }),
  always('members/sso-settings: setChecked', 'id domain', async (context) => {
    await writes(context, context.ssoSettings.putWrites(SSO, undefined))();
    return () => context.ssoSettings.setChecked(SSO, { verifiedAt: 1 });
  }),
  once('members/sso-settings: putWrites', 'absent', async (context) =>
    writes(context, context.ssoSettings.putWrites({ ...SSO, verifiedAt: 1 }, undefined)),
  ),
  once('members/sso-settings: putWrites', 'accountId', async (context) => {
    await context.db.put({ ...ssoDomainKey(SSO.domain), accountId: 'other' });
    return writes(context, context.ssoSettings.putWrites({ ...SSO, verifiedAt: 1 }, 'other'));
  }),
  once('members/sso-settings: deleteWrites', 'accountId', async (context) => {
    await writes(context, context.ssoSettings.putWrites({ ...SSO, verifiedAt: 1 }, undefined))();
    return writes(context, context.ssoSettings.deleteWrites(SSO, U));
  }),
  always('access/account-writes: invitationWrite', 'id', async (context) => {
    await createUser(context);
    return () => context.invitations.put(U, INVITATION);
  }),
  once('members/invitations: deleteWrite', 'exists', async (context) => {
    await createUser(context);
    await context.invitations.put(U, INVITATION);
    return () => context.invitations.delete(U, INVITATION.id);
  }),
  once('platform/secrets/sealer: reseal', 'secret', async ({ db, ids }) => {
    const former = createSealer(createTestSecrets('former'), ids, 'webhook');
    const sealed = await former.seal('name', 'text');
    const item = key('SEALED', 'SEALED');
    await db.put({ ...item, secret: sealed });
    const sealer = createSealer(createTestSecrets('current', 'former'), ids, 'webhook');
    return () => sealer.reseal(db, item, 'name', { secret: sealed });
  }),
  always('privacy/personal-items: erase', 'exists', async ({ db, personalItems }) => {
    await db.put({ ...key(`USER#${U}`, 'ENTRY#1'), amount: 1 });
    const run = { after: undefined, isLate: () => false };
    return () => personalItems.erase([U], '2027-01-14T10:00:00.000Z', run);
  }),
  always('forms/forms: replace', 'exists', async ({ forms }) => {
    await forms.create(U, FORM);
    return () => forms.replace(U, FORM);
  }),
  once('forms/forms: delete', 'exists', async ({ forms }) => {
    await forms.create(U, FORM);
    return () => forms.delete(U, FORM.id);
  }),
  once(
    'forms/forms: count',
    'credits',
    async ({ forms, clock }) =>
      () =>
        forms.count(U, FORM.id, clock.now(), { credits: 1 }, 1),
  ),
];
