import { expect } from 'vitest';
import { generatePath } from 'react-router-dom';
import { paths } from '../../web/src/lib/paths.ts';
import { uploadList, waitForStatus } from '../support/customer.ts';
import { expectedVerdictsOf, listAddresses } from '../support/mailnet.ts';
import { t } from './english.ts';
import { it, logInAsCustomer } from './visitor.ts';

it('reports the bounces of a mailing, and shows what they mean', async ({ visitor, service }) => {
  const { page } = visitor;
  const customer = await logInAsCustomer(visitor, service, 'bounces@customer.test');
  const addresses = expectedVerdictsOf(1, listAddresses(1, 500))
    .filter(({ reason }) => reason === 'accepted')
    .slice(0, 4)
    .map(({ email }) => email);
  const id = await uploadList(customer, 'Clients', {
    name: 'clients.txt',
    bytes: Buffer.from(addresses.join('\n')),
  });
  await waitForStatus(customer, id);
  await page.goto(generatePath(paths.list, { id }));

  await page.getByRole('button', { name: t('bounces.ask') }).click();
  const dialog = page.getByRole('dialog', { name: t('bounces.dialog.title') });
  await dialog.getByLabel(t('bounces.dialog.choose')).setInputFiles({
    name: 'bounces.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Email,Reason',
        `${addresses[0]},550 5.1.1 User unknown in virtual mailbox table`,
        `${addresses[1]},554 5.7.1 Client host [192.0.2.7] blocked using zen.spamhaus.org`,
      ].join('\n'),
    ),
  });
  await dialog.getByLabel(t('bounces.dialog.name')).fill('Autumn newsletter');
  await dialog.getByRole('button', { name: t('bounces.dialog.send') }).click();

  const report = page.getByRole('article', { name: 'Autumn newsletter' });
  await report
    .getByText(
      'Of 4 addresses we called Valid, 1 hard-bounced (25%); 1 bounce is about your sending domain, not about the address.',
    )
    .waitFor();
  await report.getByRole('button', { name: t('bounces.rows.show') }).click();
  // The server still accepts the address, so the verdict was right.
  const row = report.getByRole('row', { name: addresses[0] });
  await row.getByText('550 5.1.1 User unknown').waitFor();
  await expect
    .poll(
      async () => {
        await page.reload();
        await report.getByRole('button', { name: t('bounces.rows.show') }).click();
        return row.getByRole('cell').last().textContent();
      },
      { timeout: 60_000, interval: 2000 },
    )
    .toBe(t('bounces.refund.still_accepts'));

  await page.goto(`${generatePath(paths.list, { id })}?only=bounced`);
  await page.getByText(/Bounced on .* in Autumn newsletter/).waitFor();
});
