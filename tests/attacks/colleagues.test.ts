import { describe, expect, it } from 'vitest';
import { verifyMemberLink } from '../../functions/access/member-link.ts';
import { computeMac, signLink, verifyLink } from '../../functions/access/signed.ts';
import { MEMBER_ROLES, type MemberRole, USER_STATUS } from '../../shared/model/account.ts';
import { createBillingHarness } from '../support/billing-harness.ts';
import type { AllDeps } from '../support/compose.ts';
import { addMember, type Person } from '../support/people.ts';
import { routes } from '../support/routes.ts';

/** What colleagues of one account learn and keep through emails, links and files. */

/** Without a role, the person leaves. */
async function joinAs(context: AllDeps, owner: Pick<Person, 'user'>, who: Person, role?: MemberRole) {
  if (role) return addMember(context, owner, who, role);
  await context.memberships.remove(owner.user.id, who.user.id);
  return who.headers;
}

describe('an email about an account', () => {
  it.todo('reaches the readers of its kind, in their language and with their name');
  it.todo('reaches each reader once, whatever is repeated or killed');
  it.todo('names no list to a member who may not read lists');
});

describe('a signed link', () => {
  const stage = createBillingHarness();
  const CODE = /[?&]error=(\w+)/;
  const ACCEPTED: readonly (MemberRole | undefined)[] = ['admin', 'billing'];

  it('ends with the membership or the role of the person that it names', async () => {
    const [owner, member] = [await stage.person(), await stage.person()];
    await stage.buy(owner, 'pack_1000');
    await stage.deliverAll();
    const join = (role?: MemberRole) => joinAs(stage.context(), owner, member, role);
    const headers = await join('billing');
    const { data: plans } = await stage.get(routes.getPlan, { headers });
    const links = {
      receipt: (await stage.get(routes.billings, { headers })).data.data[0]?.receipt_url ?? '',
      checkout: plans.find(({ id }) => id === 'pack_1000')?.payment_url ?? '',
    };
    const codesOf = async () => {
      stage.context().clock.advance(60_000);
      const targets = await Promise.all(Object.values(links).map((link) => stage.follow(link)));
      return targets.map((target) => CODE.exec(target)?.[1] ?? 'ok');
    };
    for (const role of [...MEMBER_ROLES, undefined]) {
      await join(role);
      const expected = ACCEPTED.includes(role) ? 'ok' : 'expired';
      expect([role, ...(await codesOf())]).toEqual([role, expected, expected]);
    }
    await join('billing');
    for (const [who, status, expected] of [
      [member, USER_STATUS.inactive, 'expired'],
      [member, USER_STATUS.active, 'ok'],
      [owner, USER_STATUS.inactive, 'expired'],
    ] as const) {
      await stage.setStatus(who, status);
      expect(await codesOf()).toEqual([expected, expected]);
    }
  });

  it('of a member cannot name the owner instead, or another member', async () => {
    const [owner, member, other] = [
      await stage.person(),
      await stage.person(),
      await stage.person(),
    ];
    const context = stage.context();
    await joinAs(context, owner, other, 'billing');
    const target = { purpose: 'receipt', subject: 'in_1' } as const;
    const token = await signLink(context, target, owner.user.id, 60, member.user.id);
    const byOwner = await signLink(context, target, owner.user.id, 60);
    const forged = [
      token,
      token.replace(`.${member.user.id}`, ''),
      token.replace(member.user.id, other.user.id),
      token.replace(member.user.id, owner.user.id),
      `${byOwner}.${other.user.id}`,
      `${byOwner}.`,
    ];
    for (const each of forged)
      expect(await verifyMemberLink(context, target, each, 'billing')).toBeUndefined();
    expect(await verifyMemberLink(context, target, byOwner, 'billing')).toBe(owner.user.id);
    expect(await verifyLink(context, target, byOwner)).toBe(owner.user.id);
    await joinAs(context, owner, member, 'billing');
    expect(await verifyMemberLink(context, target, token, 'billing')).toBe(owner.user.id);
    expect(await verifyLink(context, target, token)).toBeUndefined();
  });

  it('of an owner works, also if an earlier version signed it', async () => {
    const context = stage.context();
    const target = { purpose: 'receipt', subject: 'in_1' } as const;
    const expires = String(Math.floor(context.clock.now() / 1000) + 60);
    const key = await context.secrets.key('link');
    const mac = computeMac(key, JSON.stringify(['receipt', 'in_1', 'owner-1', expires]));
    const earlier = ['owner-1', expires, mac].join('.');
    expect(await signLink(context, target, 'owner-1', 60)).toBe(earlier);
    expect(await verifyMemberLink(context, target, earlier, 'billing')).toBe('owner-1');
    context.clock.advance(61_000);
    expect(await verifyMemberLink(context, target, earlier, 'billing')).toBeUndefined();
  });
});

describe('a person without an account', () => {
  it.todo('closes their login, and no account of others');
  it.todo('exports their own data, and none of the account on which they act');
});

describe('closing an account', () => {
  it.todo('ends each membership and emails each member, wherever it is killed');
});

describe('administrators of the service', () => {
  it.todo('see members, but no person without an account among the customers');
  it.todo('cannot give credits to a person without an account');
});
