import type { Page } from 'playwright-core';
import type { Me } from '../../../shared/contract/account.ts';
import { memberExamples } from '../../support/examples/members.ts';
import { securityExamples } from '../../support/examples/security.ts';
import type { Members, memberRoutes } from '../../../shared/contract/members.ts';
import type { OutputOf } from '../../../shared/contract/route.ts';
import type { AccountRole } from '../../../shared/model/account.ts';
import { apiEn } from '../../../shared/texts/api-en.ts';
import { button, dialog, heading, invalidField, openDialog } from './parts.ts';
import { type Screen, createScreens, waitForText } from './screen.ts';

const MEMBERS = '**/api/members';
const INVITATION = '**/api/invitation';
const SSO = '**/api/login/sso';
const SSO_RETURN = {
  params: { accountId: '01KAC3D4E5F6G7H8J9K0M1N2P3' },
  query: '?code=c&state=s',
};
const LINK = '?id=01KAJ4T6Q8Z3M5N7P9R1S2V4W6&t=signature';
const shown: OutputOf<typeof memberRoutes.readInvitation>['data'] =
  memberExamples.readInvitation.response.data;
const [owner, viewer] = memberExamples.listMembers.response.data.members;

const TEAM: Members = {
  ...memberExamples.listMembers.response.data,
  members: [
    ...(owner ? [owner] : []),
    ...(['admin', 'billing', 'member'] as const).map((role, at) => ({
      id: `m${at}`,
      email: `${role}.of.a.company-with-a-long-name@customer.test`,
      name: ['Grace Hopper', 'Jean-Baptiste de La Rochefoucauld', ''][at] ?? '',
      role,
      since: '2026-11-18T10:12:44.000Z',
      read_keys_until: null,
      has_factor: at === 0,
    })),
    ...(viewer ? [viewer] : []),
  ],
};

/** Changes the account that the page shows, and the role in it. */
const changeMe =
  (change: Partial<Me> | ((me: Me) => Partial<Me>)) =>
  async (page: Page): Promise<void> => {
    await page.route('**/api/me', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: Me };
      const changes = typeof change === 'function' ? change(data) : change;
      await route.fulfill({ response, json: { data: { ...data, ...changes } } });
    });
  };

const as = (role: AccountRole) =>
  changeMe({ account_role: role, account_name: 'Analytical Engines', api_key: null });

/** Accounts that the customer has joined, besides the customer's own. */
const JOINED = (['member', 'billing'] as const).map((role, at) => ({
  id: `01KAC3D4E5F6G7H8J9K0M1N2P${at}`,
  name: at === 0 ? 'Analytical Engines' : 'Société des correspondances de Franche-Comté',
  role,
}));

const showTeam = async (page: Page, change: Partial<Members> = {}): Promise<void> => {
  await page.route(MEMBERS, (route) => route.fulfill({ json: { data: { ...TEAM, ...change } } }));
  await page.route(`${MEMBERS}/*`, (route) => route.fulfill({ json: { data: {} } }));
  await page.route('**/api/security', (route) => {
    const access = ['first', 'test', 'k1'].map((id) => ({
      kind: 'key',
      id,
      name: id === 'k1' ? 'Newsletter' : '',
      added_at: '2026-11-20T15:30:00.000Z',
      added_by: null,
      people: [],
      last_used_at: null,
      current: false,
    }));
    const { data } = securityExamples.getSecurity.response;
    return route.fulfill({ json: { data: { ...data, access } } });
  });
};

const UNVERIFIED = TEAM.sso && { ...TEAM.sso, verified: false };

const askForSso = (url: string) => async (page: Page) => {
  const json = { code: 'reauthentication_required', message: [], challenge: 'x', methods: ['sso'] };
  await page.route(url, (route) => route.fulfill({ status: 403, json }));
};

/** Keeps a flow in the tab, as if this tab had opened the page of the provider. */
const keepFlow = async (page: Page): Promise<void> => {
  await page.addInitScript(() => sessionStorage.setItem('sso', '{"challenge":"c"}'));
};

const showInvitation =
  (change: Partial<typeof shown> = {}) =>
  async (page: Page): Promise<void> => {
    const json = { data: { ...shown, ...change } };
    await page.route(INVITATION, (route) => route.fulfill({ json }));
  };

const removeAdmin = async (page: Page, name: string): Promise<void> => {
  await openDialog(page, name.replace('{{name}}', 'Grace Hopper'));
  await dialog(page).getByText('Newsletter').waitFor();
};

export const memberScreens: readonly Screen[] = [
  ...createScreens('customer', {
    'members-filled': {
      prepare: showTeam,
      reach: (page, t) => button(page, t.members.invite.submit).waitFor(),
    },
    'members-empty': (page, t) => heading(page, t.members.people.title).waitFor(),
    'members-loading': {
      without: MEMBERS,
      reach: (page) => page.locator('table[aria-busy=true]').waitFor(),
    },
    'members-error': { without: MEMBERS, reach: waitForText((t) => t.members.failed) },
    async 'members-error-field'(page, t) {
      await button(page, t.members.invite.submit).click();
      await invalidField(page).waitFor();
    },
    'members-dialog-remove': {
      prepare: showTeam,
      reach: (page, t) => removeAdmin(page, t.members.remove.named),
    },
    'members-dialog-replace-keys': {
      prepare: showTeam,
      async reach(page, t) {
        await removeAdmin(page, t.members.remove.named);
        await dialog(page).getByRole('button', { name: t.members.remove.action }).click();
        await button(page, t.members.remove.replace).waitFor();
      },
    },
    'members-filled-sso-unverified': {
      prepare: (page) => showTeam(page, { sso: UNVERIFIED }),
      reach: (page, t) => button(page, t.members.sso.check).waitFor(),
    },
    'members-dialog-sso': {
      prepare: (page) => showTeam(page, { sso: null }),
      reach: (page, t) => openDialog(page, t.members.sso.add),
    },
    'members-error-sso-proof': {
      prepare: askForSso('**/api/account'),
      async reach(page, t) {
        await button(page, t.common.save).click();
        await button(page, t.security.sso.confirm).waitFor();
      },
    },
    'settings-filled-sso': {
      prepare: changeMe({ account_role: 'member', api_key: null, via_sso: true }),
      reach: (page, t) => button(page, t.privacy.leave.submit).waitFor(),
    },
    'dashboard-filled-viewer': {
      prepare: as('viewer'),
      reach: (page, t) => heading(page, t.lists.title).waitFor(),
    },
    'invoices-filled-billing': {
      prepare: as('billing'),
      reach: (page, t) => heading(page, t.billing.invoices.transactions).waitFor(),
    },
    'settings-filled-member': {
      prepare: as('member'),
      reach: (page, t) => button(page, t.privacy.leave.submit).waitFor(),
    },
    'dashboard-filled-accounts': {
      prepare: changeMe(({ accounts }) => ({ accounts: [...accounts, ...JOINED] })),
      async reach(page, t) {
        await heading(page, t.lists.title).waitFor();
        const menu = page.getByRole('button', { name: t.layout.openMenu });
        if (await menu.isVisible()) await menu.click();
        const accounts = page.getByRole('group', { name: t.members.switch.label });
        await accounts.getByRole('button').click();
        await page.getByRole('menuitem', { name: 'Analytical Engines' }).waitFor();
      },
    },
    'invitation-filled-other-login': {
      query: LINK,
      prepare: showInvitation({ has_login: true }),
      reach: (page, t) => button(page, t.layout.logout).waitFor(),
    },
  }),
  ...createScreens('beginner', {
    'members-empty-unpaid': waitForText((t) => t.members.invite.unpaid),
  }),
  ...createScreens('newcomer', {
    'terms-filled-member': {
      prepare: as('member'),
      reach: (page, t) =>
        heading(
          page,
          t.members.locked.terms.replace('{{account}}', 'Analytical Engines'),
        ).waitFor(),
    },
    'terms-empty-account': {
      prepare: changeMe({ account_role: 'viewer', accounts: [] }),
      reach: (page, t) => button(page, t.members.locked.open).waitFor(),
    },
  }),
  ...createScreens('visitor', {
    'login-filled-sso': {
      async prepare(page) {
        const { response: json } = memberExamples.startSso;
        await page.route(SSO, (route) => route.fulfill({ json }));
      },
      async reach(page, t) {
        await page.getByLabel(t.account.email, { exact: true }).fill('grace@customer.test');
        await page.keyboard.press('Tab');
        await button(page, t.security.sso.logIn).waitFor();
      },
    },
    'sso-empty': { ...SSO_RETURN, reach: waitForText((t) => t.security.sso.noFlow) },
    'sso-loading': {
      ...SSO_RETURN,
      prepare: keepFlow,
      without: `${SSO}/complete`,
      reach: (page, t) => page.getByText(t.common.loading).waitFor(),
    },
    'sso-error': {
      ...SSO_RETURN,
      async prepare(page) {
        await keepFlow(page);
        const json = {
          code: 'sso_failed',
          message: [apiEn['error.sso_failed']],
          reason: 'email_domain',
        };
        await page.route(`${SSO}/complete`, (route) => route.fulfill({ status: 422, json }));
      },
      reach: (page) => page.getByText('email_domain').waitFor(),
    },
    'invitation-filled': {
      query: LINK,
      prepare: showInvitation(),
      reach: (page, t) => button(page, t.members.invitation.join).waitFor(),
    },
    'invitation-filled-login': {
      query: LINK,
      prepare: showInvitation({ has_login: true }),
      reach: (page, t) => page.getByRole('link', { name: t.members.invitation.logIn }).waitFor(),
    },
    'invitation-empty': waitForText((t) => t.members.invitation.noLink),
    'invitation-error': { query: LINK, reach: waitForText((t) => t.members.invitation.expired) },
  }),
];
