import { inject } from 'vitest';
import type { Language } from '../../shared/model/account.ts';
import type { OpenedSession } from '../../functions/access/open-session.ts';
import { type TestCustomer, signUp } from './customer.ts';
import type { Service } from './stack.ts';

/**
 * Creates a customer in the state after sign-up, or opens a session of an existing customer. A
 * shared stack has a process for this; on other stacks, the customer signs up.
 */
export async function createReadyCustomer(
  service: Service,
  email: string,
  language: Language = 'en',
): Promise<TestCustomer> {
  if (makerUrl() === undefined) return signUp(service, email, language);
  const session = await openCustomerSession(email, language);
  return { email, token: session.token, api: service.client({ session }) };
}

/** Opens a session of the account with this address, on a shared stack. */
export async function openCustomerSession(
  email: string,
  language: Language = 'en',
): Promise<OpenedSession> {
  const body = JSON.stringify({ email, language });
  const response = await fetch(makerUrl() ?? '', { method: 'POST', body });
  return (await response.json()) as OpenedSession;
}

const makerUrl = (): string | undefined => inject('customers');
