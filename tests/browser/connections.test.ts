import { expect } from 'vitest';
import { SERVICE_TITLES } from '../../shared/model/connections/service-name.ts';
import { paths } from '../../web/src/lib/paths.ts';
import { en, fr } from '../../web/src/testing/texts.ts';
import { createReadyCustomer } from '../support/ready-customer.ts';
import { expectNoFaults, it, setCookie } from './visitor.ts';

const texts = { en, fr };
const SERVICE = SERVICE_TITLES.mailchimp;
/** The list that the free credits of a new account can pay for. */
const AUDIENCE = 'Newsletter 2';

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

for (const [language, width] of [
  ['en', 1280],
  ['fr', 375],
] as const) {
  const { connections } = texts[language];

  it(`connects by a login, imports an audience and applies its verdicts, in ${language} at ${width} px`, async ({
    service,
    visitor,
  }) => {
    const { page } = visitor;
    const email = `marketer-${language}@customer.test`;
    const customer = await createReadyCustomer(service, email, language);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    await page.setViewportSize({ width, height: 800 });
    await setCookie(visitor, { session: customer.token }, service);
    const press = (name: string): Promise<void> =>
      page.getByRole('button', { name, exact: true }).click();

    await page.goto(paths.connections);
    await press(fill(connections.connectTo, { service: SERVICE }));
    await press(fill(connections.login.submit, { service: SERVICE }));
    await page.getByRole('link', { name: 'Allow' }).click();

    await page.getByRole('radio', { name: AUDIENCE, exact: true }).check();
    await page.waitForURL(`**${paths.connections}`);
    await expectNoFaults(page);
    await press(connections.import.submit);
    await press(fill(connections.apply.submitMoreOf, { name: AUDIENCE }));
    // The dialog waits for the verdicts.
    await page.getByRole('checkbox').first().waitFor();
    await expectNoFaults(page);
    await press(connections.apply.submit);
    await page.getByText(connections.apply.state.finished).waitFor();
    await expectNoFaults(page);
    const { data } = await customer.api.listConnections();
    expect(data).toMatchObject({
      connections: [{ service: 'mailchimp', state: 'active' }],
      imports: [{ audience: AUDIENCE, state: 'finished' }],
    });
  });
}
