import { DEMO_ACCOUNTS } from '../../lab/embedded/supervisor/seed.ts';
import type { Service } from '../support/stack.ts';
import { type BrowserVisitor, logInAsCustomer } from './visitor.ts';

/** Accounts in every embedded stack; the customer has one payment. Tests must not change them. */
export const [DEMO_CUSTOMER, DEMO_ADMIN] = DEMO_ACCOUNTS;

export async function logInAsDemoAccount(
  { email }: (typeof DEMO_ACCOUNTS)[number],
  visitor: BrowserVisitor,
  service: Service,
): Promise<void> {
  await logInAsCustomer(visitor, service, email);
}
