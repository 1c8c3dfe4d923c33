import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { LoginPage } from './pages/login-page.tsx';
import { Hero } from '../features/account/hero.tsx';
import type { LeastRole } from '../lib/me.ts';
import type { paths } from '../lib/paths.ts';
import type { IconName } from '../ui/icon.tsx';
import type { Area } from './area.ts';
import { lazyPage } from './lazy-page.ts';

export interface Page {
  /**
   * Audience of the page; `account` means customers and administrators. Other users are redirected
   * to the start page of their area.
   */
  area: Area | 'account' | 'anyone';
  /**
   * Least role in the account: the role that the page's route requires. Users with a lower role are
   * redirected.
   */
  role?: LeastRole;
  title: Extract<ParseKeys, `${string}.title`>;
  Component: ComponentType;
  menuIcon?: IconName;
  /** Page of the menu to which this page belongs, and which the menu marks as current. */
  partOf?: 'dashboard' | 'apiKey' | 'settings' | 'invoices';
  /** Icon of a page that is a tab of `partOf`. Administrators see it in their menu. */
  tabIcon?: IconName;
  /** Icon of the page, which every footer links to. */
  footIcon?: IconName;
  /** Content next to a page for visitors, or below it on a narrow screen. */
  Aside?: ComponentType;
  wide?: true;
}

export type PageName = keyof typeof paths;

/** Pages by path name, in menu order. Only the login is in the first bundle. */
export const pages = {
  login: { area: 'visitor', title: 'account.login.title', Component: LoginPage, Aside: Hero },
  signup: {
    area: 'visitor',
    title: 'account.signup.title',
    Component: lazyPage(() => import('./pages/signup-page.tsx'), 'legal', 'registration'),
  },
  otp: {
    area: 'visitor',
    title: 'registration.otp.title',
    Component: lazyPage(() => import('../features/account/otp-page.tsx'), 'registration'),
  },
  forgotPassword: {
    area: 'visitor',
    title: 'recovery.forgot.title',
    Component: lazyPage(() => import('../features/account/forgot-page.tsx'), 'recovery'),
  },
  newPassword: {
    area: 'anyone',
    title: 'recovery.newPassword.title',
    Component: lazyPage(() => import('../features/account/new-password-page.tsx'), 'recovery'),
  },
  keepFactors: {
    area: 'anyone',
    title: 'security.reset.title',
    Component: lazyPage(
      () => import('../features/second-factor/keep-factors-page.tsx'),
      'security',
    ),
  },
  terms: {
    area: 'terms',
    title: 'layout.conditions.title',
    Component: lazyPage(() => import('./pages/terms-page.tsx'), 'legal', 'members'),
    wide: true,
  },
  conditions: {
    area: 'anyone',
    title: 'layout.conditions.title',
    Component: lazyPage(() => import('../features/legal/conditions-page.tsx'), 'legal'),
    footIcon: 'text',
    wide: true,
  },
  dashboard: {
    area: 'customer',
    role: 'viewer',
    title: 'layout.dashboard.title',
    Component: lazyPage(() => import('./pages/dashboard-page.tsx')),
    menuIcon: 'envelope',
  },
  list: {
    area: 'customer',
    role: 'viewer',
    title: 'list.title',
    partOf: 'dashboard',
    Component: lazyPage(() => import('./pages/list-page.tsx'), 'list', 'verdict'),
  },
  connections: {
    area: 'customer',
    role: 'viewer',
    title: 'layout.connections.title',
    Component: lazyPage(
      () => import('../features/connections/connections-page.tsx'),
      'connections',
    ),
    menuIcon: 'plug',
  },
  connected: {
    area: 'customer',
    role: 'admin',
    title: 'layout.connections.title',
    Component: lazyPage(() => import('../features/connections/connected-page.tsx'), 'connections'),
  },
  apiKey: {
    area: 'customer',
    role: 'member',
    title: 'layout.api.title',
    Component: lazyPage(() => import('../features/account/keys/api-page.tsx'), 'programs'),
    menuIcon: 'code',
  },
  settings: {
    area: 'customer',
    title: 'account.settings.title',
    Component: lazyPage(() => import('./pages/settings-page.tsx'), 'billing', 'privacy'),
    menuIcon: 'settings',
  },
  invoices: {
    area: 'customer',
    role: 'billing',
    title: 'layout.invoices.title',
    Component: lazyPage(() => import('../features/billing/invoices-page.tsx'), 'billing'),
    menuIcon: 'receipt',
  },
  usage: {
    area: 'customer',
    role: 'viewer',
    title: 'layout.usage.title',
    Component: lazyPage(() => import('../features/usage/usage-page.tsx'), 'usage'),
    partOf: 'invoices',
    tabIcon: 'usage',
  },
  pricing: {
    area: 'customer',
    role: 'billing',
    title: 'layout.pricing.title',
    Component: lazyPage(() => import('./pages/pricing-page.tsx'), 'billing'),
    menuIcon: 'tag',
  },
  webhooks: {
    area: 'customer',
    role: 'admin',
    title: 'layout.webhooks.title',
    Component: lazyPage(() => import('../features/webhooks/webhooks-page.tsx'), 'webhooks'),
    partOf: 'apiKey',
    tabIcon: 'link',
  },
  webhook: {
    area: 'customer',
    role: 'admin',
    title: 'webhooks.endpoint.title',
    partOf: 'apiKey',
    Component: lazyPage(() => import('../features/webhooks/webhook-page.tsx'), 'webhooks'),
  },
  forms: {
    area: 'customer',
    role: 'admin',
    title: 'layout.forms.title',
    Component: lazyPage(() => import('../features/forms/forms-page.tsx'), 'forms'),
    partOf: 'apiKey',
    tabIcon: 'pencil',
  },
  members: {
    area: 'customer',
    role: 'admin',
    title: 'layout.members.title',
    partOf: 'settings',
    tabIcon: 'people',
    Component: lazyPage(
      () => import('../features/members/members-page.tsx'),
      'members',
      'security',
    ),
  },
  activity: {
    area: 'customer',
    role: 'admin',
    title: 'layout.activity.title',
    partOf: 'settings',
    tabIcon: 'text',
    Component: lazyPage(() => import('../features/activity/activity-page.tsx'), 'activity'),
  },
  invitation: {
    area: 'anyone',
    title: 'members.invitation.title',
    Component: lazyPage(() => import('../features/members/invitation-page.tsx'), 'members'),
  },
  sso: {
    area: 'anyone',
    title: 'security.sso.title',
    Component: lazyPage(() => import('../features/account/sso-page.tsx'), 'security'),
  },
  security: {
    area: 'account',
    title: 'layout.security.title',
    partOf: 'settings',
    tabIcon: 'key',
    Component: lazyPage(() => import('../features/second-factor/security-page.tsx'), 'security'),
  },
  adminDashboard: {
    area: 'admin',
    title: 'admin.title',
    menuIcon: 'menu',
    Component: lazyPage(() => import('./pages/admin-page.tsx'), 'admin', 'billing'),
  },
  user: {
    area: 'admin',
    title: 'admin.user.title',
    Component: lazyPage(() => import('./pages/user-page.tsx'), 'admin', 'billing'),
  },
} as const satisfies Record<PageName, Page>;

export const pagesOf = (area: Page['area']): PageName[] =>
  (Object.keys(pages) as PageName[]).filter((name) => pages[name].area === area);
