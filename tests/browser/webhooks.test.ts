import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished } from 'vitest';
import { paths } from '../../web/src/lib/paths.ts';
import { respondWith, startReceiver } from '../support/receiver.ts';
import { t } from './english.ts';
import { it, logInAsCustomer } from './visitor.ts';

/** Setup of an endpoint, before the first real event is sent to it. */

it('adds an endpoint, sends a test event, shows the response and sends it again', async ({
  visitor,
  service,
}) => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  receiver.next.push(respondWith(200, {}, '<b>taken</b>'));
  await logInAsCustomer(visitor, service, 'webhooks@customer.test');
  const { page } = visitor;
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await page.goto(paths.apiKey);
  await page.getByRole('link', { name: t('layout.webhooks.title'), exact: true }).click();
  await press(t('webhooks.add'));
  await page.getByLabel(t('webhooks.url')).fill(receiver.url);
  await press(t('webhooks.create'));
  const secret = await page.getByText(/^whsec_/).textContent();
  await press(t('webhooks.secret.done'));

  await press(t('webhooks.test'));
  const row = page.getByRole('row', { name: 'webhook.test' });
  await row.getByText(t('webhooks.delivery.is.delivered')).waitFor();
  await row.getByRole('button').click();
  const answer = page.getByRole('group', { name: t('webhooks.delivery.answer') });
  expect(await answer.textContent()).toBe('<b>taken</b>');
  await press(t('webhooks.delivery.again'));
  await answer.getByText(t('webhooks.delivery.nothing')).waitFor();

  const [first, second] = receiver.received;
  expect(receiver.received).toHaveLength(2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(new Webhook(secret ?? '').verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({
    type: 'webhook.test',
  });
});
