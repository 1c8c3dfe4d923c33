import type { Client } from '../../shared/client/client.ts';
import type { ListDetail } from '../../shared/contract/list-detail.ts';
import type { Language } from '../../shared/model/account.ts';
import { LIST_STATUS } from '../../shared/model/list-status.ts';
import { solveCaptcha } from '../../localstack/captcha-solution.ts';
import {
  getList,
  downloadResult,
  waitUntil,
  uploadList,
} from '../../shared/client/customer-journey.ts';
import type { Service } from './stack.ts';

export { getList, downloadResult, waitUntil, uploadList };

/** A user of the product who uses only its API and inbox. */
export interface TestCustomer {
  readonly email: string;
  readonly api: Client;
  readonly token: string;
}

export const CUSTOMER_PASSWORD = 'Sieve4all';

/**
 * Signs up as a user does: captcha, emailed code, terms. The customer then has the welcome credits.
 */
export async function signUp(
  stack: Service,
  email: string,
  language: Language = 'en',
): Promise<TestCustomer> {
  const customer = await registerCustomer(stack, email, language);
  await customer.api.acceptTerms({ body: { terms_accepted: 1 } });
  return customer;
}

/** Signs up, but does not accept the terms. */
export async function registerCustomer(
  stack: Service,
  email: string,
  language: Language,
): Promise<TestCustomer> {
  const registration = await startRegistration(stack, email, language);
  const otp = await waitForCode(stack, email);
  const { data: session } = await stack.client().verifyOtp({ body: { email, otp, registration } });
  return { email, api: stack.client({ session }), token: session.token };
}

/** Starts a sign-up, which emails a one-time code. Returns the registration's secret. */
export async function startRegistration(
  stack: Service,
  email: string,
  language: Language,
): Promise<string> {
  const visitor = stack.client();
  const { data: challenge } = await visitor.captcha();
  const { data } = await visitor.register({
    body: {
      first_name: 'Ada',
      last_name: 'Martin',
      email,
      password: CUSTOMER_PASSWORD,
      confirm_password: CUSTOMER_PASSWORD,
      agree_policy: true,
      language,
      'g-recaptcha-response': await solveCaptcha(challenge),
    },
  });
  return data.registration;
}

export async function waitForCode(stack: Service, email: string): Promise<string> {
  const [mail] = await waitUntil(
    () => stack.mails(email),
    (mails) => mails.length > 0,
  );
  return /\b\d{4}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** Buys the first pack through its payment link. */
export async function buyFirstPlan(
  stack: Service,
  { api }: Pick<TestCustomer, 'api'>,
): Promise<void> {
  const { data: plans } = await api.getPlan();
  const link = plans.find(({ type }) => type === 2)?.payment_url ?? '';
  const { headers } = await fetch(link, { redirect: 'manual' });
  const [session] = /cs_\w+/.exec(headers.get('location') ?? '') ?? [];
  await payCheckout(stack, session);
}

export async function payCheckout(stack: Service, session: string | undefined): Promise<void> {
  const paid = await fetch(`${stack.url}/stripe/checkout/${session}`, {
    method: 'POST',
    body: new URLSearchParams({ card: 'ok', name: 'Camille Martin', terms: 'yes' }),
    redirect: 'manual',
  });
  if (paid.status !== 303) throw new Error(`the payment was rejected with ${paid.status}`);
}

/**
 * Uploads as a program does, with the file in the request itself. Returns the raw status and body.
 */
export async function uploadMultipart(
  stack: Service,
  headers: Readonly<Record<string, string>>,
  name: string,
  file: { name: string; bytes: Uint8Array },
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData();
  form.append('name', name);
  form.append('file', new Blob([Buffer.from(file.bytes)]), file.name);
  const response = await fetch(`${stack.url}/api/upload`, { method: 'POST', headers, body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

export async function waitForStatus(
  customer: TestCustomer,
  id: string,
  status: ListDetail['status'] = LIST_STATUS.finished,
  seconds = 300,
): Promise<ListDetail> {
  const list = await waitUntil(
    () => getList(customer, id),
    (polled) => polled?.status === status,
    seconds,
  );
  if (!list) throw new Error(`${id} does not exist`);
  return list;
}

type Headers = Readonly<Record<string, string>>;

export async function waitUntilFinished(
  { url }: Service,
  headers: Headers,
  id: string,
  run: 'list' | 'recheck',
): Promise<void> {
  const ask = async (): Promise<Partial<ListDetail>> => {
    const response = await fetch(`${url}/api/file/${id}`, { headers });
    return response.ok ? ((await response.json()) as { data: ListDetail }).data : {};
  };
  const isFinished = (list: Partial<ListDetail>) =>
    (run === 'list' ? list : list.recheck)?.status === 7;
  await waitUntil(ask, isFinished);
}

/**
 * Uploads a list with an address that stays unknown and an address with a typo. Returns the list's
 * id once it is finished.
 */
export async function uploadListWithUnknown(stack: Service, headers: Headers): Promise<string> {
  const file = {
    name: 'unknown.csv',
    bytes: Buffer.from('email\nunknown@sandbox.test\nrisky@@sandbox.test\n'),
  };
  const { body } = await uploadMultipart(stack, headers, 'Unknown', file);
  const { file_id } = (body as { data: { file_id: string } }).data;
  await waitUntilFinished(stack, headers, file_id, 'list');
  return file_id;
}
