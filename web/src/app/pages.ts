import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { LoginPage } from '../features/account/login-page.tsx';
import type { paths } from '../lib/paths.ts';
import type { IconName } from '../ui/icon.tsx';
import type { Area } from './area.ts';
import { withTexts } from '../i18n/i18n.ts';
import { lazyPage } from './lazy-page.ts';

export interface Page {
  /** Who sees it. Everybody else is sent to the first page of their own area. */
  area: Area | 'anyone';
  /** The text of its heading. */
  title: Extract<ParseKeys, `${string}.title`>;
  Component: ComponentType;
  /** For a page that is in the menu of its area. */
  menuIcon?: IconName;
}

export type PageName = keyof typeof paths;

/**
 * Every page, by the name of its path, in the order of the menu. The login is part of the first
 * bundle; every other page is loaded when it is first shown.
 */
export const pages = {
  login: { area: 'visitor', title: 'account.login.title', Component: LoginPage },
  signup: {
    area: 'visitor',
    title: 'account.signup.title',
    Component: lazyPage(() => import('./pages/signup-page.tsx'), 'SignupPage'),
  },
  otp: {
    area: 'visitor',
    title: 'account.otp.title',
    Component: lazyPage(() => import('../features/account/otp-page.tsx'), 'OtpPage'),
  },
  forgotPassword: {
    area: 'visitor',
    title: 'account.forgot.title',
    Component: lazyPage(() => import('../features/account/forgot-page.tsx'), 'ForgotPage'),
  },
  newPassword: {
    area: 'anyone',
    title: 'account.newPassword.title',
    Component: lazyPage(
      () => import('../features/account/new-password-page.tsx'),
      'NewPasswordPage',
    ),
  },
  terms: {
    area: 'terms',
    title: 'legal.title',
    Component: lazyPage(() => import('../features/legal/terms-page.tsx'), 'TermsPage'),
  },
  conditions: {
    area: 'anyone',
    title: 'legal.title',
    Component: lazyPage(() => import('../features/legal/conditions-page.tsx'), 'ConditionsPage'),
  },
  dashboard: {
    area: 'customer',
    title: 'layout.dashboard.title',
    Component: lazyPage(() => import('./pages/dashboard-page.tsx'), 'DashboardPage'),
    menuIcon: 'envelope',
  },
  list: {
    area: 'customer',
    title: 'list.title',
    Component: lazyPage(
      () => withTexts(import('./pages/list-page.tsx'), 'list', 'verdict'),
      'ListPage',
    ),
  },
  apiKey: {
    area: 'customer',
    title: 'layout.api.title',
    Component: lazyPage(
      () => withTexts(import('../features/account/api-page.tsx'), 'programs', 'webhooks'),
      'ApiPage',
    ),
    menuIcon: 'key',
  },
  settings: {
    area: 'customer',
    title: 'account.settings.title',
    Component: lazyPage(
      () => withTexts(import('./pages/settings-page.tsx'), 'billing', 'privacy', 'webhooks'),
      'SettingsPage',
    ),
    menuIcon: 'settings',
  },
  invoices: {
    area: 'customer',
    title: 'layout.invoices.title',
    Component: lazyPage(
      () => withTexts(import('../features/billing/invoices-page.tsx'), 'billing'),
      'InvoicesPage',
    ),
    menuIcon: 'receipt',
  },
  usage: {
    area: 'customer',
    title: 'layout.usage.title',
    Component: lazyPage(
      () => withTexts(import('../features/usage/usage-page.tsx'), 'usage'),
      'UsagePage',
    ),
    menuIcon: 'usage',
  },
  pricing: {
    area: 'customer',
    title: 'layout.pricing.title',
    Component: lazyPage(
      () => withTexts(import('../features/billing/pricing-page.tsx'), 'billing'),
      'PricingPage',
    ),
    menuIcon: 'tag',
  },
  webhooks: {
    area: 'customer',
    title: 'webhooks.title',
    Component: lazyPage(
      () => withTexts(import('../features/webhooks/webhooks-page.tsx'), 'webhooks'),
      'WebhooksPage',
    ),
  },
  webhook: {
    area: 'customer',
    title: 'webhooks.endpoint.title',
    Component: lazyPage(
      () => withTexts(import('../features/webhooks/webhook-page.tsx'), 'webhooks'),
      'WebhookPage',
    ),
  },
  withdrawal: {
    area: 'customer',
    title: 'layout.withdrawal.title',
    Component: lazyPage(
      () => withTexts(import('../features/billing/withdrawal-page.tsx'), 'billing'),
      'WithdrawalPage',
    ),
  },
  adminDashboard: {
    area: 'admin',
    title: 'admin.title',
    Component: lazyPage(
      () => withTexts(import('../features/admin/dashboard-page.tsx'), 'admin', 'billing'),
      'AdminDashboardPage',
    ),
  },
} as const satisfies Record<PageName, Page>;

/** The pages of an area, in the order of the table. */
export const pagesOf = (area: Page['area']): PageName[] =>
  (Object.keys(pages) as PageName[]).filter((name) => pages[name].area === area);
