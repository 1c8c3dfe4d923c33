import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { waitUntil } from '../support/customer.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { startReceiver } from '../support/receiver.ts';
import { useSharedStack } from './shared-stack.ts';

const stack = useSharedStack();

it('sends a test event and the end of a list to a receiver on this machine, signed', async () => {
  await using receiver = await startReceiver();
  const { api } = await createReadyCustomer(stack, 'receiver@customer.test');
  const url = receiver.url;
  const { data: endpoint } = await api.createEndpoint({
    body: { url, events: ['list.finished'] },
  });
  await api.sendTestEvent({ params: { id: endpoint.id } });
  const { data: list } = await api.createList({
    body: { emails: ['alice@ok.test'], webhook: endpoint.id, idempotency_key: 'webhooks' },
  });
  await waitUntil(
    async () => receiver.received.length,
    (length) => length >= 2,
  );
  const proof = new Webhook(endpoint.secret);
  const events = receiver.received.map(({ body, headers }) => proof.verify(body, { ...headers }));
  // Events about different subjects have no guaranteed order.
  expect(events).toHaveLength(2);
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'webhook.test' }),
      expect.objectContaining({
        type: 'list.finished',
        data: expect.objectContaining({ id: list.id, status: 7 }),
      }),
    ]),
  );
});
