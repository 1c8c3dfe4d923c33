import { routes } from '../support/routes.ts';
import type { RouteResponse, Visitor, Simulation } from './simulation.ts';

const codeFor = ({ mails }: Simulation, email: string): string | undefined =>
  mails.findLast(({ to, subject }) => to === email && /^\d{4} /.test(subject))?.subject.slice(0, 4);

/** Returns the headers of the session that a response opened, if any. */
export function headersOf(response: RouteResponse | undefined): Record<string, string> | undefined {
  const data = response?.body['data'] as { token?: string; csrf_token?: string } | undefined;
  if (response?.status !== 200 || !data?.token) return undefined;
  return { Authorization: `Bearer ${data.token}`, 'X-CSRF-Token': data.csrf_token ?? '' };
}

/** Makes a call as a person, and proves the password if necessary. */
export async function prove(
  world: Simulation,
  { headers = {}, password }: Visitor,
  call: () => Promise<RouteResponse | undefined>,
): Promise<RouteResponse | undefined> {
  const response = await call();
  if (response?.body['code'] !== 'reauthentication_required') return response;
  const { challenge } = response.body;
  const body = { challenge, proof: { method: 'password', password } };
  await world.call(routes.reauthenticate, { headers, body });
  return call();
}

async function verifyEmail(world: Simulation, who: Visitor, otp: string): Promise<void> {
  const { email, registration } = who;
  who.tried = otp;
  const body = { email, otp, ...(registration !== undefined && { registration }) };
  const response = await world.call(routes.verifyOtp, { body });
  const headers = headersOf(response);
  if (!headers) return;
  who.headers = headers;
  delete who.registration;
  await world.call(routes.acceptTerms, { headers, body: { terms_accepted: 1 } });
}

async function register(world: Simulation, who: Visitor): Promise<void> {
  const { email, password } = who;
  const response = await world.call(routes.register, {
    body: {
      first_name: 'Ada',
      last_name: 'Martin',
      email,
      password,
      confirm_password: password,
      agree_policy: true,
      language: 'en',
      'g-recaptcha-response': 'solved',
    },
  });
  const data = response?.body['data'] as { registration?: string } | undefined;
  if (data?.registration !== undefined) who.registration = data.registration;
}

/** Registers, enters the emailed code, logs in or accepts the terms, whichever comes next. */
export async function authenticate(
  world: Simulation,
  who: Visitor,
  random: () => number,
): Promise<void> {
  const { email, password, headers } = who;
  if (headers) {
    const response = await world.call(routes.me, { headers });
    if (response?.status === 401) delete who.headers;
    else await world.call(routes.acceptTerms, { headers, body: { terms_accepted: 1 } });
    return;
  }
  const { registration } = who;
  if (registration !== undefined) {
    const code = codeFor(world, email);
    if (code !== undefined && code !== who.tried) return verifyEmail(world, who, code);
    if (random() < 0.1) delete who.registration;
    await world.call(routes.resendOtp, { body: { email, registration } });
    return;
  }
  const response = await world.call(routes.login, { body: { email, password } });
  const session = headersOf(response);
  if (session) who.headers = session;
  else if (response?.body['code'] !== 'account_inactive') await register(world, who);
}
