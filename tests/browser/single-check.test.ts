import { expect } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { signUp } from '../support/customer.ts';
import { listAddresses, truthOf } from '../support/mailnet.ts';
import { it, remember } from './visitor.ts';

/** An address of the simulated mail internet whose correct verdict has this reason. */
function addressFor(reason: string): string {
  const found = truthOf(1, listAddresses(1, 400)).find((truth) => truth.reason === reason);
  if (!found) throw new Error(`the mail internet has no address with ${reason}`);
  return found.email;
}

it('shows valid, invalid and unknown, and charges only a verdict', async ({ visitor, service }) => {
  const { page } = visitor;
  const { token } = await signUp(service, 'single@customer.test');
  await remember(visitor, { session: token }, service);
  await page.goto(paths.dashboard);
  await page.getByRole('tab', { name: 'Single' }).click();

  for (const [address, sentence, credits] of [
    [addressFor('accepted'), 'This email is valid', 99],
    [addressFor('no_such_domain'), 'This email is not valid', 98],
    [addressFor('dns_error'), 'This email could not be verified, no credit was used', 98],
  ] as const) {
    await page.getByLabel('Email address').fill(address);
    await page.getByRole('button', { name: 'Verify', exact: true }).click();
    const said = page.getByRole('status').filter({ hasText: address });
    await said.waitFor();
    expect(await said.textContent()).toBe(`${address}${sentence}`);
    await page.getByText(`${credits} credits available`).waitFor();
  }
  await page.reload();
  await page.getByText('98 credits available').waitFor();
});
