import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { LoginPage } from '../features/account/login-page.tsx';
import type { paths } from '../lib/paths.ts';
import type { IconName } from '../ui/icon.tsx';
import type { Area } from './area.ts';
import { lazyPage } from './lazy-page.ts';

export interface Page {
  /** Who sees it. Everybody else is sent to the first page of their own area. */
  area: Area | 'anyone';
  Component: ComponentType;
  /** For a page that is in the menu of its area: its icon, and its title as the label. */
  menu?: { icon: IconName; title: Extract<ParseKeys, `${string}.title`> };
}

export type PageName = keyof typeof paths;

/**
 * Every page, by the name of its path, in the order of the menu. The login is part of the first
 * bundle; every other page is loaded when it is first shown.
 */
export const pages = {
  login: { area: 'visitor', Component: LoginPage },
  signup: {
    area: 'visitor',
    Component: lazyPage(() => import('./pages/signup-page.tsx'), 'SignupPage'),
  },
  otp: {
    area: 'visitor',
    Component: lazyPage(() => import('../features/account/otp-page.tsx'), 'OtpPage'),
  },
  forgotPassword: {
    area: 'visitor',
    Component: lazyPage(() => import('../features/account/forgot-page.tsx'), 'ForgotPage'),
  },
  newPassword: {
    area: 'anyone',
    Component: lazyPage(
      () => import('../features/account/new-password-page.tsx'),
      'NewPasswordPage',
    ),
  },
  terms: {
    area: 'terms',
    Component: lazyPage(() => import('../features/legal/terms-page.tsx'), 'TermsPage'),
  },
  dashboard: {
    area: 'customer',
    Component: lazyPage(() => import('./pages/dashboard-page.tsx'), 'DashboardPage'),
    menu: { icon: 'envelope', title: 'layout.dashboard.title' },
  },
  apiKey: {
    area: 'customer',
    Component: lazyPage(() => import('../features/account/api-page.tsx'), 'ApiPage'),
    menu: { icon: 'key', title: 'account.api.title' },
  },
  settings: {
    area: 'customer',
    Component: lazyPage(() => import('./pages/settings-page.tsx'), 'SettingsPage'),
    menu: { icon: 'settings', title: 'account.settings.title' },
  },
  invoices: {
    area: 'customer',
    Component: lazyPage(() => import('../features/billing/invoices-page.tsx'), 'InvoicesPage'),
    menu: { icon: 'receipt', title: 'billing.invoices.title' },
  },
  pricing: {
    area: 'customer',
    Component: lazyPage(() => import('../features/billing/pricing-page.tsx'), 'PricingPage'),
    menu: { icon: 'tag', title: 'billing.pricing.title' },
  },
  adminDashboard: {
    area: 'admin',
    Component: lazyPage(() => import('../features/admin/dashboard-page.tsx'), 'AdminDashboardPage'),
  },
} as const satisfies Record<PageName, Page>;

/** The pages of an area, in the order of the table. */
export const pagesOf = (area: Page['area']): PageName[] =>
  (Object.keys(pages) as PageName[]).filter((name) => pages[name].area === area);
