import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createSession } from '../../lib/session.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { LoginForm } from './login-page.tsx';
import { clearPendingEmail, readPendingEmail, readPendingRegistration } from './pending-email.ts';

const errorResponse = (status: number, code: string, message: string[], more = {}) =>
  Response.json({ message, code, ...more }, { status });

/** Logs in with these API responses, by path. Returns the calls and the session. */
async function logIn(responses: Record<string, () => Response>) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push(`${path} ${String(init.body)}`);
    return responses[path]?.() ?? errorResponse(404, 'not_found', []);
  });
  const session = createSession();
  const onUnverified = vi.fn<() => void>();
  renderInApp(<LoginForm onUnverified={onUnverified} onSecondFactor={() => undefined} />, {
    session,
  });
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Email'), 'ada@tamis.test');
  await user.type(screen.getByLabelText('Password'), 'secret 1{Enter}');
  return { calls, session, onUnverified };
}

afterEach(() => {
  cleanup();
  createSession().end();
  clearPendingEmail();
  vi.unstubAllGlobals();
});

test('sends a code for an unverified account, and opens the page that asks for it', async () => {
  const { calls, session, onUnverified } = await logIn({
    '/api/login': () =>
      errorResponse(403, 'unverified', [], {
        verified: false,
        data: { email: 'ada@tamis.test', registration: 'r1' },
      }),
    '/api/resend-otp': () => Response.json({ data: { language: 'en' } }),
  });
  await waitFor(() => expect(onUnverified).toHaveBeenCalledOnce());
  expect(calls).toContain('/api/resend-otp {"email":"ada@tamis.test","registration":"r1"}');
  expect([readPendingEmail(), readPendingRegistration()]).toEqual(['ada@tamis.test', 'r1']);
  expect(session.token()).toBeUndefined();
});

test('opens the code page of an unverified account even if a code was just sent', async () => {
  const { onUnverified } = await logIn({
    '/api/login': () => errorResponse(403, 'unverified', [], { verified: false }),
    '/api/resend-otp': () => errorResponse(429, 'code_on_its_way', ['It is on its way']),
  });
  await waitFor(() => expect(onUnverified).toHaveBeenCalledOnce());
});

test('asks for a captcha if the account is under attack', async () => {
  await logIn({
    '/api/login': () => errorResponse(422, 'captcha_required', ['Captcha is Required']),
  });
  expect(await screen.findByRole('checkbox', { name: 'I am not a robot' })).toBeDefined();
});
