import { describe, expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { callHandler } from '../../../tests/support/call.ts';
import type { Person } from '../../../tests/support/people.ts';
import { idOf } from '../../../lab/fake-stripe/tests/catalog.ts';
import { routes } from '../../../tests/support/routes.ts';
import { closeBilling } from './close-billing.ts';

const stage = createBillingHarness({
  settings: { TAX: 'stripe', INVOICE_SELLER: 'Tamis SAS, RCS Paris 123 456 789' },
});

const DETAILS = {
  company: 'Beispiel GmbH',
  line1: 'Torstraße 1',
  line2: '',
  postal_code: '10119',
  city: 'Berlin',
  country: 'DE',
  vat_number: 'DE123456789',
  siren: '',
  invoice_email: '',
};
const FRENCH = {
  ...DETAILS,
  company: 'Exemple SAS',
  country: 'FR',
  vat_number: 'FR 40 303 265 045',
  siren: '303 265 045',
};

const read = async ({ headers }: Person) =>
  (await stage.get(routes.billingDetails, { headers })).data;
const save = async ({ headers }: Person, body: object) => {
  const response = await callHandler(stage.context(), routes.saveBillingDetails, { headers, body });
  return { status: response.status, fields: response.body.fields };
};
const SAVED = { status: 200, fields: undefined };

const invoiceOf = async (who: Person, plan: string) => {
  const { invoice } = await stage.buy(who, plan);
  return stage.sdk().invoices.retrieve(idOf(invoice));
};

describe('billing details', () => {
  it('are empty at first, then as saved, and deleted with the account', async () => {
    const ada = await stage.person();
    expect(Object.values(await read(ada)).join('')).toBe('');
    expect(await save(ada, FRENCH)).toEqual(SAVED);
    const clean = { ...FRENCH, vat_number: 'FR40303265045', siren: '303265045' };
    expect(await read(ada)).toEqual(clean);
    // French registers separate the digits with non-breaking spaces.
    const copied = {
      vat_number: 'FR\u00a040\u202f303\u202f265\u202f045',
      siren: '303\u00a0265\u00a0045',
    };
    expect(await save(ada, { ...FRENCH, ...copied })).toEqual(SAVED);
    expect(await read(ada)).toEqual(clean);
    expect(await save(ada, DETAILS)).toEqual(SAVED);
    expect(await read(ada)).toEqual(DETAILS);

    const { id: userId, email, stripeCustomerId: customer = '' } = await stage.user(ada);
    await closeBilling(stage.context(), { userId, email, stripeCustomerId: customer });
    const owner = { type: 'customer', customer } as const;
    expect((await stage.sdk().taxIds.list({ owner })).data).toEqual([]);
    expect(Object.values(await read(ada)).join('')).toBe('');
  });

  it.each(['pack_1000', 'monthly_5000'])(
    'appear on the first invoice of %s, and the name on the card does not replace them',
    async (plan) => {
      const ada = await stage.person();
      // A checkout session opened before the details were saved would use the name on the card.
      const before = await stage.click(ada, plan);
      expect(await save(ada, DETAILS)).toEqual(SAVED);
      expect(await stage.click(ada, plan)).not.toBe(before);
      expect(await invoiceOf(ada, plan)).toMatchObject({
        customer_name: 'Beispiel GmbH',
        customer_address: { line1: 'Torstraße 1', city: 'Berlin', country: 'DE' },
        customer_tax_ids: [{ type: 'eu_vat', value: 'DE123456789' }],
        total_taxes: [{ amount: 0, taxability_reason: 'reverse_charge' }],
        footer: expect.stringMatching(
          /^Tamis SAS, RCS Paris 123 456 789\nSupply of services .*\nBusiness customers: .*€40/,
        ),
      });
      expect(await read(ada)).toEqual(DETAILS);
    },
  );

  it('come from the payment page if the user has saved none', async () => {
    const ada = await stage.person();
    expect(await invoiceOf(ada, 'pack_1000')).toMatchObject({
      customer_name: 'Camille Martin',
      customer_address: { country: 'FR' },
    });
    expect(await read(ada)).toMatchObject({ company: 'Camille Martin', country: 'FR', siren: '' });
  });

  it('are not changed if Stripe refuses a number; the response names the field', async () => {
    const ada = await stage.person();
    await save(ada, FRENCH);
    const before = await read(ada);
    expect(await save(ada, { ...DETAILS, vat_number: '1' })).toEqual({
      status: 422,
      fields: { vat_number: ['This is not a VAT number, or not the one of this SIREN'] },
    });
    expect(await read(ada)).toEqual(before);
  });

  it('are rejected if Stripe cannot determine the VAT from the address', async () => {
    const ada = await stage.person();
    await save(ada, DETAILS);
    const foreignDetails = { ...DETAILS, country: 'US', vat_number: '' };
    expect(await save(ada, { ...foreignDetails, postal_code: 'SW1A 1AA' })).toEqual({
      status: 422,
      fields: { postal_code: ['This postal code does not exist in this country'] },
    });
    expect(await read(ada)).toMatchObject({ country: 'DE', postal_code: '10119' });
    expect(await save(ada, { ...foreignDetails, postal_code: '97712' })).toEqual(SAVED);
  });

  it.each([
    ['GB', 'gb 123 4567 89', 'gb_vat', 'GB123456789'],
    ['CH', 'CHE-123456789 mwst', 'ch_vat', 'CHE-123.456.789 MWST'],
    ['NO', 'NO 123 456 789 MVA', 'no_vat', '123456789MVA'],
    ['GB', 'XI123456789', 'eu_vat', 'XI123456789'],
  ])('accept a number of %s in its own format: %s', async (country, vat_number, type, value) => {
    const ada = await stage.person();
    expect(await save(ada, { ...DETAILS, country, vat_number })).toEqual(SAVED);
    const { stripeCustomerId: customer = '' } = await stage.user(ada);
    const owner = { type: 'customer', customer } as const;
    expect((await stage.sdk().taxIds.list({ owner })).data).toMatchObject([{ type, value }]);
    expect(await read(ada)).toMatchObject({ vat_number: value });
    // A number of any type replaces the previous number.
    expect(await save(ada, DETAILS)).toEqual(SAVED);
    expect(await read(ada)).toEqual(DETAILS);
    expect((await stage.sdk().taxIds.list({ owner })).data).toHaveLength(1);
  });

  it('name the account by default, also after a change on the portal, until the customer is deleted', async () => {
    const ada = await stage.person();
    const name = async () =>
      (await stage.get(routes.me, { headers: ada.headers })).data.account_name;
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    // The customer's name is the name on the card.
    expect(await name()).toBe('Ada Martin');
    await save(ada, DETAILS);
    expect(await name()).toBe('Beispiel GmbH');
    const { id, stripeCustomerId: customer = '' } = await stage.user(ada);
    await stage.sdk().customers.update(customer, { name: 'Beispiel AG' });
    await stage.deliverAll();
    expect(await name()).toBe('Beispiel AG');
    await stage.context().accounts.setPreference(id, { accountName: 'Vertrieb' });
    expect(await name()).toBe('Vertrieb');
    await stage.context().accounts.setPreference(id, { accountName: undefined });
    await stage.sdk().customers.del(customer);
    await stage.deliverAll();
    expect(await name()).toBe('Ada Martin');
  });

  it('leave an entry in the log with their change, but none if Stripe refuses them', async () => {
    const ada = await stage.person();
    const entries = async () =>
      (await stage.get(routes.listActivity, { headers: ada.headers, query: { kind: 'setting' } }))
        .data.entries;
    await save(ada, { ...DETAILS, vat_number: '1' });
    expect(await entries()).toEqual([]);
    await save(ada, DETAILS);
    expect(await entries()).toMatchObject([{ kind: 'setting', target: 'billing_details' }]);
  });

  it('notify the operator and the customer, once, of a number missing from the register', async () => {
    const ada = await stage.person();
    await save(ada, DETAILS);
    const { stripeCustomerId: customer = '', email } = await stage.user(ada);
    const owner = { type: 'customer', customer } as const;
    const [number] = (await stage.sdk().taxIds.list({ owner })).data;
    const verify = (status: string) => stage.program(`tax_ids/${number?.id}/verify`, { status });
    await verify('unavailable');
    await stage.deliverAll();
    expect(stage.logged('vat_number_refused')).toEqual([]);
    await verify('unverified');
    const events = await stage.events();
    await stage.deliver(events);
    await stage.deliver(events);
    expect(stage.logged('vat_number_refused')[0]).toContain(customer);
    expect(stage.context().mails).toMatchObject([
      { to: email, content: { template: 'vat_number_refused' } },
    ]);
  });

  it('can name a second address, which receives copies of payment and refund emails until it is removed', async () => {
    const ada = await stage.person();
    const copies = () => stage.context().mails.filter(({ id }) => id.endsWith(':copy'));
    expect(await save(ada, { ...FRENCH, invoice_email: ' compta@exemple.example ' })).toEqual(
      SAVED,
    );
    expect(await read(ada)).toMatchObject({ invoice_email: 'compta@exemple.example' });
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    const [copy, ...more] = new Map(copies().map((mail) => [mail.id, mail])).values();
    expect(more).toEqual([]);
    const { mails } = stage.context();
    const mail = mails.find(({ id }) => `${id}:copy` === copy?.id);
    expect(mail?.to).toBe((await stage.user(ada)).email);
    expect(copy).toEqual({ ...mail, id: copy?.id, to: 'compta@exemple.example' });
    expect(copy?.content).toMatchObject({ params: { invoice: { number: expect.any(String) } } });
    const { id: charge } = (await stage.sdk().charges.list({ limit: 1 })).data[0] ?? {};
    await stage.program(`charges/${charge}/refund`, { amount: 300 });
    await stage.deliverAll();
    const creditNote = expect.stringMatching(/-CN-01$/);
    expect(copies().at(-1)).toMatchObject({
      to: 'compta@exemple.example',
      content: { template: 'refunded', params: { creditNote } },
    });

    expect(await save(ada, { ...FRENCH, invoice_email: '' })).toEqual(SAVED);
    expect(await read(ada)).toMatchObject({ invoice_email: '' });
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    expect(new Set(copies().map(({ id }) => id)).size).toBe(2);
  });

  it.each([
    ['invoice_email', 'compta@'],
    ['vat_number', 'FR00303265045'],
    ['vat_number', 'FR44732829320'],
    ['siren', '303265046'],
    ['siren', '30326504'],
    ['siren', 'abcdefghi'],
    ['country', 'XX'],
    ['company', ' '],
    ['city', 'x'.repeat(101)],
  ])('reject an invalid %s: %s', async (field, value) => {
    const { status, fields } = await save(await stage.person(), { ...FRENCH, [field]: value });
    expect([status, Object.keys(fields ?? {})]).toEqual([422, [field]]);
  });
});
