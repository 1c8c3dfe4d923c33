import { act, cleanup, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { generatePath, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Me } from '../../../shared/contract/account.ts';
import { billingRoutes } from '../../../shared/contract/billing.ts';
import { connectionRoutes } from '../../../shared/contract/connections.ts';
import { bounceExamples } from '../../../shared/contract/examples/bounces.ts';
import { listExamples } from '../../../shared/contract/examples/lists.ts';
import { privateUsageExamples } from '../../../tests/support/examples/usage.ts';
import { formRoutes } from '../../../shared/contract/forms.ts';
import { memberExamples } from '../../../tests/support/examples/members.ts';
import { keyRoutes } from '../../../shared/contract/keys.ts';
import { listRoutes } from '../../../shared/contract/lists.ts';
import { memberRoutes } from '../../../shared/contract/members.ts';
import type { Route as ApiRoute } from '../../../shared/contract/route.ts';
import { usageRoutes } from '../../../shared/contract/usage.ts';
import { webhookRoutes } from '../../../shared/contract/webhooks.ts';
import { type AccountRole, includesRole, type RouteRole } from '../../../shared/model/account.ts';
import { ApiPage } from '../features/account/keys/api-page.tsx';
import { Finder } from '../features/layout/finder.tsx';
import { AppDependenciesProvider } from '../lib/api.ts';
import { defaultConfig } from '../lib/config.ts';
import { homePath, paths } from '../lib/paths.ts';
import { createSession } from '../lib/session.ts';
import { finishedListDetail, stubBrowserApis } from '../testing/open-list.tsx';
import { renderInApp } from '../testing/render-in-app.tsx';
import { segmentsOf } from '../testing/segments.ts';
import { signedInUser } from '../testing/signed-in-user.ts';
import { DashboardPage } from './pages/dashboard-page.tsx';
import { ListPage } from './pages/list-page.tsx';
import { SettingsPage } from './pages/settings-page.tsx';
import { type Page, type PageName, pages, pagesOf } from './pages.ts';
import { Router } from './router.tsx';

stubBrowserApis();
afterEach(() => createSession().end());

/** The route that each page of a customer needs; the settings show what the role may see. */
const ROUTE_OF_PAGE: Readonly<Partial<Record<PageName, ApiRoute>>> = {
  dashboard: listRoutes.listFiles,
  list: listRoutes.getFile,
  connections: connectionRoutes.listConnections,
  connected: connectionRoutes.connect,
  apiKey: keyRoutes.listKeys,
  invoices: billingRoutes.billings,
  usage: usageRoutes.usage,
  pricing: billingRoutes.getPlan,
  webhooks: webhookRoutes.listEndpoints,
  webhook: webhookRoutes.listDeliveries,
  forms: formRoutes.listForms,
  members: memberRoutes.listMembers,
  activity: usageRoutes.listActivity,
};

test('the least role of each page is that of the route that it needs', () => {
  const roles = pagesOf('customer').map((name) => [name, (pages[name] as Page).role]);
  expect(Object.fromEntries(roles)).toEqual({
    ...Object.fromEntries(Object.entries(ROUTE_OF_PAGE).map(([name, route]) => [name, route.role])),
    settings: undefined,
  });
});

const meAs = (role: AccountRole): Me =>
  ({
    ...signedInUser,
    account_role: role,
    account_name: 'Analytical Engines',
    stripe_customer_id: 'cus_1',
    api_key: includesRole(role, 'admin') ? 'tms_live_1' : null,
  }) as unknown as Me;

const { data: page } = listExamples.listFiles.response;
const { watch_costs } = listExamples.getFile.otherResponses.watched.data;
const list = { ...finishedListDetail, watch_costs };
const noRows = { data: [], from: null, current_page: 1, last_page: 1, total: 0 };

function answer(url: string, me: Me): object {
  if (url.startsWith('/api/me')) return me;
  if (url.startsWith('/api/get-file?')) return { ...page, data: [list], total: 1 };
  if (url.includes('/rows')) {
    const segments = segmentsOf(list);
    return { rows: [], next: null, total: 0, segments };
  }
  if (url.startsWith('/api/file/')) return list;
  if (url.startsWith('/api/bounces?')) return bounceExamples.listBounceReports.response.data;
  if (url.startsWith('/api/activity')) return privateUsageExamples.listActivity.response.data;
  if (url === '/api/members') return memberExamples.listMembers.response.data;
  return url.startsWith('/api/get-plan') ? [] : noRows;
}

const stubApi = (me: Me): unknown =>
  vi.stubGlobal('fetch', async (url: string) => Response.json({ data: answer(url, me) }));

const links = (region: HTMLElement): string[] =>
  within(region)
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '');

/** The menu of each role, and the tabs of the pages in it. */
const MENUS: Readonly<Record<AccountRole, { menu: readonly string[]; tabs: readonly string[] }>> = {
  owner: {
    menu: [
      paths.dashboard,
      paths.connections,
      paths.apiKey,
      paths.settings,
      paths.invoices,
      paths.pricing,
    ],
    tabs: [paths.webhooks, paths.forms, paths.members, paths.activity, paths.security, paths.usage],
  },
  admin: {
    menu: [
      paths.dashboard,
      paths.connections,
      paths.apiKey,
      paths.settings,
      paths.invoices,
      paths.pricing,
    ],
    tabs: [paths.webhooks, paths.forms, paths.members, paths.activity, paths.security, paths.usage],
  },
  billing: { menu: [paths.settings, paths.invoices, paths.pricing], tabs: [paths.security] },
  member: {
    menu: [paths.dashboard, paths.connections, paths.apiKey, paths.settings, paths.usage],
    tabs: [paths.security],
  },
  viewer: {
    menu: [paths.dashboard, paths.connections, paths.settings, paths.usage],
    tabs: [paths.security],
  },
};
const HOME: Partial<Record<AccountRole, PageName>> = { billing: 'invoices' };

const found = (kind: 'button' | 'link', name: RegExp) => () =>
  screen.findAllByRole(kind, { name }) as Promise<unknown>;

/** Pages with their least role, and the control that appears last on each. */
const PLACES = {
  dashboard: {
    element: <DashboardPage />,
    least: 'viewer',
    last: found('button', /^Download the result/),
  },
  list: {
    element: (
      <Routes>
        <Route path={paths.list} element={<ListPage />} />
      </Routes>
    ),
    least: 'viewer',
    last: async () => {
      await found('button', /^Download \d/)();
      await screen.findByRole('heading', { name: 'Bounces' });
    },
  },
  keys: {
    element: <ApiPage />,
    least: 'member',
    last: async () => (await screen.findByRole('button', { name: 'Create a key' })).click(),
  },
  settings: { element: <SettingsPage />, least: 'any', last: undefined },
  finder: {
    element: <Finder pages={[]} onClose={() => undefined} />,
    least: 'any',
    last: undefined,
  },
} as const;

const CONTROLS: readonly (readonly [
  place: keyof typeof PLACES,
  kind: 'button' | 'link' | 'tab' | 'option' | 'checkbox' | 'heading',
  name: string | RegExp,
  least: RouteRole,
])[] = [
  ['dashboard', 'tab', 'List', 'member'],
  ['dashboard', 'tab', 'Single', 'member'],
  ['dashboard', 'link', 'Buy more credits', 'billing'],
  ['dashboard', 'button', /^Rename/, 'member'],
  ['dashboard', 'button', /^Delete/, 'member'],
  ['dashboard', 'button', /^Download the result/, 'viewer'],
  ['list', 'button', /^Rename/, 'member'],
  ['list', 'button', /^Delete/, 'member'],
  ['list', 'button', /^Download \d/, 'viewer'],
  ['list', 'button', /^Recheck/, 'member'],
  ['list', 'button', 'Watch this list…', 'member'],
  ['list', 'button', 'Report bounces…', 'member'],
  ['keys', 'checkbox', /\(check\)/, 'member'],
  ['keys', 'checkbox', /webhooks/i, 'admin'],
  ['keys', 'button', /^Reset/, 'admin'],
  ['settings', 'heading', 'Profile', 'any'],
  ['settings', 'heading', 'When credits run low', 'billing'],
  ['settings', 'heading', 'Billing details', 'billing'],
  ['settings', 'heading', 'Your data', 'owner'],
  ['settings', 'heading', 'Delete the account', 'owner'],
  ['finder', 'option', /^Verify an address/, 'member'],
  ['finder', 'option', /^New list/, 'member'],
  ['finder', 'option', /^Buy Credits/, 'billing'],
  ['finder', 'option', /^Copy API key/, 'admin'],
];

const goTo = (path: string): Promise<void> =>
  act(async () => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });

describe.each(Object.entries(MENUS))('the role %s', (name, { menu, tabs }) => {
  const role = name as AccountRole;
  const homeName = HOME[role] ?? 'dashboard';

  test('sees and opens only its pages, and is redirected to its start page', async () => {
    vi.stubGlobal('scrollTo', () => undefined);
    stubApi(meAs(role));
    const session = createSession();
    session.start({ token: 't', csrf_token: 'c' });
    history.replaceState(null, '', homePath);
    render(
      <AppDependenciesProvider config={defaultConfig} session={session}>
        <Router />
      </AppDependenciesProvider>,
    );
    const sidebar = await screen.findByRole('navigation', { name: 'Main navigation' });
    expect(links(sidebar)).toEqual(menu);
    await vi.waitFor(() => expect(location.pathname).toBe(paths[homeName]));
    expect(screen.queryAllByRole('link', { name: 'Buy Credits' })).toHaveLength(
      includesRole(role, 'billing') ? 1 : 0,
    );
    const seenTabs = new Set<string>();
    const own = new Set([
      ...menu,
      ...tabs,
      ...(includesRole(role, 'viewer') ? [paths.list] : []),
      ...(includesRole(role, 'admin') ? [paths.connected, paths.webhook] : []),
    ]);
    for (const pageName of [...pagesOf('customer'), ...pagesOf('account')]) {
      const path = generatePath(paths[pageName], { id: 'l1', service: 'mailchimp' });
      const isOwn = own.has(paths[pageName]);
      await goTo(path);
      // The title of these pages is the name of what they show.
      if (pageName !== 'list' && pageName !== 'webhook')
        await screen.findByRole('heading', {
          level: 1,
          name: i18next.t(isOwn ? pages[pageName].title : pages[homeName].title),
        });
      await vi.waitFor(() => expect(location.pathname).toBe(isOwn ? path : paths[homeName]));
      const section = screen.queryByRole('navigation', { name: 'Section' });
      for (const href of section ? links(section) : []) seenTabs.add(href);
    }
    const tabsOfMenu = [...seenTabs].filter((path) => !menu.includes(path) && path !== '/docs/');
    expect(tabsOfMenu.toSorted()).toEqual(tabs.toSorted());
  });

  test('sees exactly the controls that it may use', async () => {
    const me = meAs(role);
    stubApi(me);
    const seen: string[] = [];
    const look = async (place: keyof typeof PLACES): Promise<void> => {
      const { element, least, last } = PLACES[place];
      if (!includesRole(role, least)) return;
      const entry = generatePath(paths.list, { id: list.id });
      renderInApp(element, { me, entry });
      await last?.();
      for (const [where, kind, control] of CONTROLS)
        if (where === place && screen.queryAllByRole(kind, { name: control }).length > 0)
          seen.push(`${place}: ${String(control)}`);
      cleanup();
    };
    for (const place of Object.keys(PLACES)) await look(place as keyof typeof PLACES);
    const usable = CONTROLS.filter(
      ([place, , , least]) => includesRole(role, least) && includesRole(role, PLACES[place].least),
    );
    expect(seen.toSorted()).toEqual(
      usable.map(([place, , control]) => `${place}: ${String(control)}`).toSorted(),
    );
  });
});
