import { Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths.ts';
import { Home, Only } from './areas.tsx';
import { SignedIn, SignedOut } from './guards.tsx';
import { lazyPage } from './lazy-page.ts';
import { LoginPage } from './pages/login-page.tsx';
import { Waiting } from './waiting.tsx';

const SignupPage = lazyPage(() => import('./pages/signup-page.tsx'), 'SignupPage');
const OtpPage = lazyPage(() => import('./pages/otp-page.tsx'), 'OtpPage');
const TermsPage = lazyPage(() => import('./pages/terms-page.tsx'), 'TermsPage');
const CustomerFrame = lazyPage(() => import('./customer-frame.tsx'), 'CustomerFrame');
const DashboardPage = lazyPage(() => import('./pages/dashboard-page.tsx'), 'DashboardPage');
const AdminPage = lazyPage(() => import('./pages/admin-dashboard-page.tsx'), 'AdminPage');

/** Who sees what where. Whatever is not listed leads to the login, which sends users home. */
export function Router() {
  return (
    <BrowserRouter>
      <Suspense fallback={<Waiting />}>
        <Routes>
          <Route element={<SignedOut />}>
            <Route path={paths.login} element={<LoginPage />} />
            <Route path={paths.signup} element={<SignupPage />} />
            <Route path={paths.verifyOtp} element={<OtpPage />} />
          </Route>
          <Route element={<SignedIn />}>
            <Route path={paths.home} element={<Home />} />
            <Route element={<Only area="terms" />}>
              <Route path={paths.termsAccept} element={<TermsPage />} />
            </Route>
            <Route element={<Only area="customer" />}>
              <Route element={<CustomerFrame />}>
                <Route path={paths.dashboard} element={<DashboardPage />} />
              </Route>
            </Route>
            <Route element={<Only area="admin" />}>
              <Route path={paths.adminDashboard} element={<AdminPage />} />
            </Route>
          </Route>
          <Route path="*" element={<Navigate to={paths.login} replace />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  );
}
