import { DEMO_ACCOUNTS } from '../../localstack/embedded/supervisor/seed.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import type { Service } from '../support/stack.ts';
import { type BrowserVisitor, setCookie } from './visitor.ts';

/** Accounts in every embedded stack; the customer has one payment. Tests must not change them. */
export const [DEMO_CUSTOMER, DEMO_ADMIN] = DEMO_ACCOUNTS;

export async function logInAsDemoAccount(
  { email }: (typeof DEMO_ACCOUNTS)[number],
  visitor: BrowserVisitor,
  service: Service,
): Promise<void> {
  const { token } = await createReadyCustomer(service, email);
  await setCookie(visitor, { session: token }, service);
}
