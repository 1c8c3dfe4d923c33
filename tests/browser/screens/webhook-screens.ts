import type { Page } from 'playwright-core';
import { webhookExamples } from '../../../shared/contract/examples/webhooks.ts';
import type { Delivery, DeliveryDetail, Endpoint } from '../../../shared/contract/webhooks.ts';
import { button, dialog, openDialog, invalidField, busyElement } from './parts.ts';
import { waitForText, createScreens, type Screen, type ScreenTexts } from './screen.ts';

const WEBHOOKS = '**/api/webhooks';
const DELIVERIES = '**/api/webhooks/*/deliveries*';
const SINCE = '2026-11-19T08:00:00.000Z';

const PATH = 'a-long-path-as-automations-have/';

const { data: EXAMPLE } = webhookExamples.updateEndpoint.response;
const endpoint = (id: string, given: Partial<Endpoint>): Endpoint => ({
  ...EXAMPLE,
  id,
  url: `https://hooks.customer.test/${PATH}`,
  description: '',
  events: ['list.finished', 'list.paused', 'list.cancelled', 'check.answered'],
  ...given,
});

const { description, events } = EXAMPLE;
const ENDPOINT = endpoint('e1', { description, events });
const FAILING = endpoint('e2', {
  url: `https://hooks.customer.test/${PATH.repeat(3)}`,
  failing_since: SINCE,
  made_by: '0aZ9',
});
const OTHERS = [
  endpoint('e3', { description: 'n8n', status: 'failing', failing_since: SINCE }),
  endpoint('e4', { status: 'off', events: ['payment.failed'] }),
  endpoint('e5', { made_by: '7bCd', test: true }),
];

const { data: opened } = webhookExamples.getDelivery.response;
const { payload: _payload, answer: _answer, ...delivered } = opened;
const { at } = delivered.last;
const DELIVERED: readonly Delivery[] = [
  {
    ...delivered,
    id: 'd1',
    type: 'webhook.test',
    status: 'waiting',
    attempts: 3,
    next_attempt_at: '2026-11-21T09:43:40.000Z',
    last: { at, ms: 10_000, status: null, error: 'ETIMEDOUT' },
  },
  delivered,
  { ...delivered, id: 'd2', status: 'waiting', attempts: 0, last: null, next_attempt_at: at },
  {
    ...delivered,
    id: 'd3',
    type: 'credits.low',
    status: 'failed',
    attempts: 14,
    last: { at, ms: 84, status: 503, error: null },
  },
];
const OPENED: DeliveryDetail = {
  ...opened,
  payload: `{"type":"list.finished","timestamp":"${at}","data":{"id":"01KAJ4T6Q8Z3M5N7P9R1S2V4WX","file_name":"Clients été 2026","status":7,"valid":36}}`,
};

async function fake(page: Page, endpoints: readonly Endpoint[]): Promise<void> {
  await page.route(WEBHOOKS, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { data: endpoints } })
      : route.continue(),
  );
  await page.route(DELIVERIES, (route) =>
    route.fulfill({ json: { data: { deliveries: DELIVERED, next: delivered.id } } }),
  );
  await page.route(`**/api/webhooks/*/deliveries/*`, (route) =>
    route.fulfill({ json: { data: OPENED } }),
  );
  await page.route('**/api/webhooks/*/secret', (route) =>
    route.fulfill({ json: webhookExamples.rotateSecret.response }),
  );
}

const none = { prepare: (page: Page) => fake(page, []) };
const filled = { prepare: (page: Page) => fake(page, [ENDPOINT, FAILING, ...OTHERS]) };
const one = { ...filled, params: { id: ENDPOINT.id } };

export const webhookScreens: readonly Screen[] = createScreens('customer', {
  'webhooks-loading': { without: WEBHOOKS, reach: (page) => busyElement(page).waitFor() },
  'webhooks-error': { without: WEBHOOKS, reach: waitForText((t) => t.webhooks.failed) },
  'webhooks-empty': { ...none, reach: waitForText((t) => t.webhooks.empty) },
  'webhooks-filled': { ...filled, reach: (page) => page.getByRole('row').nth(4).waitFor() },
  'webhooks-dialog-refused': {
    ...none,
    async reach(page, t) {
      await openDialog(page, t.webhooks.add);
      await dialog(page).getByLabel('list.finished').uncheck();
      await button(page, t.webhooks.create).click();
      await invalidField(page).waitFor();
    },
  },
  'webhook-error': {
    ...one,
    prepare: async (page) => {
      await fake(page, [ENDPOINT]);
      await page.route(DELIVERIES, (route) => route.fulfill({ status: 500, body: '' }));
    },
    reach: waitForText((t) => t.webhooks.delivery.failed),
  },
  'webhook-error-unknown': {
    ...none,
    params: { id: 'unknown' },
    reach: waitForText((t) => t.webhooks.missing),
  },
  'webhook-filled': { ...one, reach: waitForText((t) => t.webhooks.delivery.is.failed) },
  'webhook-filled-failing': {
    ...filled,
    params: { id: FAILING.id },
    reach: waitForText((t) => t.webhooks.delivery.is.failed),
  },
  'webhook-dialog-delivery': {
    ...one,
    async reach(page, t: ScreenTexts) {
      await page.getByRole('row', { name: 'list.finished' }).first().getByRole('button').click();
      await page.getByRole('group', { name: t.webhooks.delivery.response }).waitFor();
    },
  },
  'webhook-dialog-secret': {
    ...one,
    async reach(page, t) {
      await button(page, t.webhooks.secret.rotate).click();
      await dialog(page).getByRole('button', { name: t.webhooks.secret.rotate }).click();
      await button(page, t.webhooks.secret.done).waitFor();
    },
  },
  'webhook-dialog-delete': { ...one, reach: (page, t) => openDialog(page, t.common.delete) },
});
