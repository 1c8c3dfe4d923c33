import type { Page } from 'playwright-core';
import type { Connection, ContactImport } from '../../../shared/contract/connections.ts';
import { connectionExamples } from '../../../shared/contract/examples/connections.ts';
import { privateConnectionExamples } from '../../support/examples/connections.ts';
import { button, busyElement, dialog, openDialog } from './parts.ts';
import { createScreens, type Screen, type ScreenTexts, waitForText } from './screen.ts';

const CONNECTIONS = '**/api/connections';
const AUDIENCES = '**/api/connections/*/audiences*';

const { data: CONNECTION } = privateConnectionExamples.connect.response;
const { logins } = connectionExamples.listConnections.response.data;
const { data: READING } = connectionExamples.getImport.response;
const REVOKED: Connection = {
  ...CONNECTION,
  id: 'c2',
  service: 'hubspot',
  name: 'Boutique-en-ligne-de-printemps-et-d-ete.example',
  state: 'revoked',
};
const OTHER: Connection = { ...CONNECTION, id: 'c3', service: 'klaviyo', name: 'Zoé & fils' };
const contactImport = (id: string, given: Partial<ContactImport>): ContactImport => ({
  ...READING,
  id,
  ...given,
});
const IMPORTS = [
  READING,
  contactImport('i2', { ...REVOKED, id: 'i2', connection_id: 'c2', state: 'paused' }),
  contactImport('i3', { state: 'finished', audience: 'Clients actifs depuis 90 jours' }),
  contactImport('i4', {
    service: 'brevo',
    connection_id: 'gone',
    state: 'failed',
    error: 'revoked',
  }),
  contactImport('i5', { state: 'failed', error: 'too_many_contacts', audience: 'Everybody' }),
];
const AUDIENCE_NAMES = [
  'Newsletter',
  'Clients actifs depuis 90 jours, sauf ceux qui ont ouvert la dernière campagne',
  ...Array.from({ length: 10 }, (_, at) => `Campaign ${at + 1} – engaged`),
];

const fake = (connections: readonly Connection[], contacts = 0) => ({
  async prepare(page: Page): Promise<void> {
    await page.route(CONNECTIONS, (route) => {
      const imports = connections.length > 0 ? IMPORTS : [];
      const refused = { code: 'service_failed', message: ['No'], reason: 'revoked' };
      return route.request().method() === 'GET'
        ? route.fulfill({ json: { data: { connections, imports, logins } } })
        : route.fulfill({ status: 422, json: refused });
    });
    const audiences = AUDIENCE_NAMES.map((name, at) => ({ id: String(at), name }));
    await page.route(AUDIENCES, (route) =>
      route.fulfill({ json: { data: { audiences: contacts > 0 ? audiences : [], next: null } } }),
    );
    await page.route('**/api/connections/*/audience?*', (route) =>
      route.fulfill({ json: { data: { contacts, credits: contacts } } }),
    );
  },
});
const none = fake([]);
const filled = fake([CONNECTION, REVOKED, OTHER], 4890);
const large = fake([CONNECTION], 1_250_000);

const openImport = (page: Page, t: ScreenTexts): Promise<void> =>
  openDialog(page, t.connections.importFrom.replace('{{name}}', CONNECTION.name));

async function choose(page: Page, t: ScreenTexts): Promise<void> {
  await openImport(page, t);
  await dialog(page)
    .getByText(AUDIENCE_NAMES[0] ?? '', { exact: true })
    .check();
  await dialog(page)
    .getByText(t.connections.import.price_other.split('{{')[0] ?? '')
    .waitFor();
}

const connectTo = (t: ScreenTexts, service: string): string =>
  t.connections.connectTo.replace('{{service}}', service);

export const connectionScreens: readonly Screen[] = createScreens('customer', {
  'connections-loading': { without: CONNECTIONS, reach: (page) => busyElement(page).waitFor() },
  'connections-error': { without: CONNECTIONS, reach: waitForText((t) => t.connections.failed) },
  'connections-empty': { ...none, reach: waitForText((t) => t.connections.services) },
  'connections-filled': { ...filled, reach: waitForText((t) => t.connections.another) },
  'connections-dialog-permissions': {
    ...none,
    reach: (page, t) => openDialog(page, connectTo(t, 'HubSpot')),
  },
  'connections-dialog-login': {
    ...none,
    reach: (page, t) => openDialog(page, connectTo(t, 'Mailchimp')),
  },
  'connections-error-of-the-key': {
    ...none,
    async reach(page, t) {
      await openDialog(page, connectTo(t, 'Mailchimp'));
      await dialog(page)
        .getByLabel(t.connections.key.replace('{{service}}', 'Mailchimp'))
        .fill('k');
      await dialog(page).getByRole('button', { name: t.connections.connect, exact: true }).click();
      await dialog(page).locator('[aria-invalid=true]').waitFor();
    },
  },
  'connections-dialog-import': { ...filled, reach: choose },
  'connections-dialog-import-without-credits': { ...large, reach: choose },
  'connections-dialog-import-empty': {
    ...fake([CONNECTION]),
    async reach(page, t) {
      await openImport(page, t);
      await page.getByText(t.connections.import.empty).waitFor();
    },
  },
  'connections-error-of-the-audiences': {
    ...filled,
    async reach(page, t) {
      await page.route(AUDIENCES, (route) => route.fulfill({ status: 500, body: '' }));
      await openImport(page, t);
      await button(page, t.common.retry).waitFor();
    },
  },
  'connections-dialog-disconnect': {
    ...filled,
    reach: (page, t) =>
      openDialog(page, t.connections.disconnectFrom.replace('{{name}}', CONNECTION.name)),
  },
  'connected-loading': {
    params: { service: 'mailchimp' },
    query: '?code=c&state=s',
    without: CONNECTIONS,
    async prepare(page) {
      const flow = JSON.stringify({ service: 'mailchimp', state: 's' });
      await page.addInitScript((value) => sessionStorage.setItem('connection-login', value), flow);
    },
    reach: (page) => busyElement(page).waitFor(),
  },
  'connected-error': {
    params: { service: 'mailchimp' },
    reach: waitForText((t) => t.connections.login.noFlow),
  },
});
