import { lazy } from 'react';
import { LoginPage as AccountLoginPage } from '../../features/account/login-page.tsx';
import { withTexts } from '../../i18n/i18n.ts';

// Lazily loaded, because most logins have no second step.
const LoginStep = lazy(async () => {
  const step = import('../../features/second-factor/login-step.tsx');
  return { default: (await withTexts(step, 'security')).LoginStep };
});

export const LoginPage = () => <AccountLoginPage SecondFactor={LoginStep} />;
