import { describe, expect, it } from 'vitest';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import type { Person } from '../../../tests/support/people.ts';
import { routes } from '../../../tests/support/routes.ts';
import { StripeRefusedError } from '../rules/stripe-failure.ts';

const stage = createBillingHarness({ settings: { TAX: 'stripe' } });

const rowOf = async ({ headers }: Person) => {
  const [row] = (await stage.get(routes.billings, { headers })).data.data;
  if (!row) throw new Error('no payment is listed');
  return row;
};

const invoiceOf = async (ada: Person) => {
  const { stripeCustomerId: customer = '' } = await stage.user(ada);
  const [invoice] = (await stage.sdk().invoices.list({ customer })).data;
  if (!invoice) throw new Error('Stripe has no invoice');
  return invoice;
};

describe('an invoice', () => {
  it.each([
    ['pack_5000', 20_00, 4_00],
    ['monthly_5000', 15_00, 3_00],
  ])('of %s is listed with its payment and its VAT', async (planId, net_cents, vat_cents) => {
    const ada = await stage.person();
    await stage.buy(ada, planId);
    await stage.deliverAll();
    const { number, hosted_invoice_url, invoice_pdf } = await invoiceOf(ada);
    const total_cents = net_cents + vat_cents;
    const row = await rowOf(ada);
    const amounts = { net_cents, vat_cents, total_cents, price_cents: total_cents };
    expect(row).toMatchObject({ plan_id: planId, number, ...amounts });
    expect(await stage.follow(row.invoice_url)).toBe(hosted_invoice_url);
    expect(await stage.follow(row.pdf_url)).toBe(invoice_pdf);
  });

  it('is recorded in either order of its events, and does not grant a pack twice', async () => {
    for (const turn of [0, 1]) {
      const ada = await stage.person();
      await stage.buy(ada, 'pack_1000');
      const events = await stage.events();
      expect(events.map(({ type }) => type)).toEqual([
        'customer.updated',
        'invoice.paid',
        'checkout.session.completed',
      ]);
      await stage.deliver(turn === 0 ? events : events.toReversed());
      expect((await rowOf(ada)).number).toBe((await invoiceOf(ada)).number);
      expect(await stage.grants(ada)).toHaveLength(1);
    }
  });

  it('is recorded even if Stripe creates it after the payment', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    const { stripe } = stage.context();
    const { findSession, findInvoiceOfPayment } = stripe;
    Object.assign(stripe, {
      findSession: async (id: string) => ({ ...(await findSession(id)), invoiceId: undefined }),
      findInvoiceOfPayment: async () => undefined,
    });
    const [, invoicePaid, completed] = await stage.events();
    if (!invoicePaid || !completed) throw new Error('Stripe sent no such events');
    await stage.deliver([completed]);
    expect(await rowOf(ada)).toMatchObject({ number: null, net_cents: null, total_cents: 600 });
    await stage.deliver([invoicePaid]);
    const { number } = await invoiceOf(ada);
    expect(await rowOf(ada)).toMatchObject({ number, net_cents: 500 });

    // A second lookup finds an invoice that is created while its payment is being recorded.
    Object.assign(stripe, { findInvoiceOfPayment });
    const bob = await stage.person();
    await stage.buy(bob, 'pack_1000');
    const events = await stage.events();
    await stage.deliver(events.filter(({ type }) => type === 'checkout.session.completed'));
    expect((await rowOf(bob)).number).toBe((await invoiceOf(bob)).number);
  });

  it('is named in the purchase email, whose link to it is valid for thirty days', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    const { number, hosted_invoice_url } = await invoiceOf(ada);
    const [mail] = stage.context().mails;
    if (mail?.content.template !== 'purchase') throw new Error('no purchase email was sent');
    const { invoice, cents, sums } = mail.content.params;
    expect(invoice?.number).toBe(number);
    expect([cents, sums]).toEqual([600, { netCents: 500, vatCents: 100 }]);
    const link = `https://app.tamis.example${invoice?.path ?? ''}`;
    const day = 24 * 3600 * 1000;
    stage.context().clock.advance(29 * day);
    expect(await stage.follow(link)).toBe(hosted_invoice_url);
    stage.context().clock.advance(day);
    expect(await stage.follow(link)).toContain('?error=expired');
  });

  it('is in euros even if the dashboard has enabled adaptive pricing', async () => {
    const ada = await stage.person();
    const { adaptive_pricing } = await stage.buy(ada, 'pack_1000');
    expect(adaptive_pricing).toEqual({ enabled: false });
  });
});

const notesOf = async (ada: Person) => {
  const invoice = await invoiceOf(ada);
  const { data } = await stage.sdk().creditNotes.list({ invoice: invoice.id });
  const { credit_notes, refunded_cents } = await rowOf(ada);
  return { invoice, credit_notes, refunded_cents, notes: data.toReversed() };
};

/**
 * Refunds the last payment outside the product, as in Stripe's dashboard.
 * @returns the refund id
 */
const refund = async (ada: Person, body = {}): Promise<string> => {
  const { payments } = await stage
    .sdk()
    .invoices.retrieve((await invoiceOf(ada)).id, { expand: ['payments'] });
  const payment = String(payments?.data[0]?.payment.payment_intent);
  await stage.program(`charges/${await stage.chargeOf(payment)}/refund`, body);
  const { data } = await stage.sdk().refunds.list({ payment_intent: payment });
  return data[0]?.id ?? '';
};

describe('a credit note', () => {
  it.each(['pack_5000', 'monthly_5000'])(
    'is issued for each refund of %s, with its VAT, however often the events arrive',
    async (planId) => {
      const ada = await stage.person();
      await stage.buy(ada, planId);
      await stage.deliverAll();
      const { total } = await invoiceOf(ada);
      const first = await refund(ada, { amount: 600 });
      await stage.deliver(stage.copies(await stage.events(), 3));
      const second = await refund(ada);
      await stage.deliverAll();
      const { invoice, notes, credit_notes, refunded_cents } = await notesOf(ada);
      expect(notes).toMatchObject([
        { subtotal: 500, total: 600, refunds: [{ refund: first, amount_refunded: 600 }] },
        { total: total - 600, refunds: [{ refund: second, amount_refunded: total - 600 }] },
      ]);
      expect(refunded_cents).toBe(total);
      expect(credit_notes).toEqual(
        notes.map((note, at) => ({
          number: `${invoice.number}-CN-0${at + 1}`,
          total_cents: note.total,
          url: expect.stringContaining(`&document=${note.id}`),
        })),
      );
      expect(stage.context().mails.at(-1)?.content).toMatchObject({
        template: 'refunded',
        params: { cents: total, creditNote: `${invoice.number}-CN-02` },
      });
      const [shown] = credit_notes;
      const pdf = await stage.follow(shown?.url ?? '');
      expect(pdf).toBe(notes[0]?.pdf);
      expect(await (await fetch(pdf)).text()).toContain(shown?.number);
      const other = shown?.url.replace(/cn_\w+/, 'cn_of_another') ?? '';
      expect(await stage.follow(other)).toContain('?error=not_found');
    },
  );

  it('is a cent lower if no net amount yields the refunded total', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    for (const amount of [103, 105, 103, 103, 103, 83]) {
      await refund(ada, { amount });
      await stage.deliverAll();
    }
    const { notes } = await notesOf(ada);
    expect(notes.map(({ total }) => total)).toEqual([103, 104, 103, 103, 103, 83]);
    expect(stage.logged('credit_note_missing')).toEqual([]);
  });

  it('is issued for an automatic refund without a purchase', async () => {
    const ada = await stage.person();
    const session = await stage.click(ada, 'pack_1000');
    const { stripeCustomerId: customer = '' } = await stage.user(ada);
    await stage.remove(ada);
    await stage.pay(session);
    await stage.deliverAll();
    const [invoice] = (await stage.sdk().invoices.list({ customer })).data;
    const { data } = await stage.sdk().creditNotes.list({ invoice: invoice?.id ?? '' });
    expect(data).toMatchObject([{ total: 600, total_taxes: [{ amount: 100 }] }]);
  });

  it('of a failed refund covers the next refund', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    const failed = await refund(ada);
    await stage.deliverAll();
    await stage.program(`refunds/${failed}/fail`);
    await stage.deliverAll();
    await refund(ada, { amount: 300 });
    await stage.deliverAll();
    const { notes, refunded_cents } = await notesOf(ada);
    expect(notes.map(({ total }) => total)).toEqual([600]);
    expect(refunded_cents).toBe(300);
  });

  it("created in Stripe's dashboard is listed and covers its refund", async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    const { id, lines } = await invoiceOf(ada);
    const amount_refunded = 60;
    const refunds = [{ refund: await refund(ada, { amount: amount_refunded }), amount_refunded }];
    const events = await stage.events();
    const [line] = lines.data;
    await stage.sdk().creditNotes.create({
      invoice: id,
      lines: [{ type: 'invoice_line_item', invoice_line_item: line?.id ?? '', amount: 50 }],
      refunds,
    });
    await stage.deliver([...events, ...(await stage.events())]);
    const { credit_notes } = await notesOf(ada);
    expect(credit_notes.map(({ total_cents }) => total_cents)).toEqual([60]);
  });

  it('that a concurrent worker has just created is not created twice', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    const { stripe } = stage.context();
    const { listCreditNotes } = stripe;
    await refund(ada);
    const events = await stage.events();
    await stage.deliver(events);
    let lists = 0;
    // The first response is outdated, as if read before the other worker created the note.
    const late: typeof listCreditNotes = async (id) =>
      (lists += 1) === 1 ? [] : listCreditNotes(id);
    Object.assign(stripe, { listCreditNotes: late });
    await stage.deliver(stage.copies(events.slice(0, 1), 1));
    expect(lists).toBeGreaterThan(1);
    expect(stage.logged('credit_note_missing')).toEqual([]);
    expect((await notesOf(ada)).credit_notes).toHaveLength(1);
  });

  it('stays listed if a worker that began before it ends last', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    await refund(ada, { amount: 300 });
    const events = await stage.events();
    await stage.deliver(events);
    const { stripe } = stage.context();
    const { listCreditNotes } = stripe;
    stripe.listCreditNotes = async (id) => {
      const notes = await listCreditNotes(id);
      stripe.listCreditNotes = listCreditNotes;
      await refund(ada);
      await stage.deliverAll();
      return notes;
    };
    await stage.deliver(stage.copies(events.slice(0, 1), 1));
    expect((await notesOf(ada)).credit_notes).toHaveLength(2);
  });

  it('refused by Stripe raises an alarm, but the credits are still taken back', async () => {
    const ada = await stage.person();
    await stage.buy(ada, 'pack_1000');
    await stage.deliverAll();
    const refused = async () => Promise.reject(new StripeRefusedError('invalid', {}));
    Object.assign(stage.context().stripe, { createCreditNote: refused });
    await refund(ada);
    await stage.deliverAll();
    expect(await stage.balance(ada)).toMatchObject({ available: 0 });
    expect((await rowOf(ada)).credit_notes).toEqual([]);
    expect(stage.logged('credit_note_missing').length).toBeGreaterThan(0);
  });
});

it('setup warns about invoice numbers per customer, which French law does not allow', async () => {
  const setupReport = async () => (await stage.setUp('http://127.0.0.1:1')).join();
  await stage.program('faults', { invoices: { per_customer: true } });
  await stage.buy(await stage.person(), 'pack_1000');
  await stage.program('faults');
  expect(await setupReport()).toContain('Invoices: numbered per customer');
  await stage.buy(await stage.person(), 'pack_1000');
  expect(await setupReport()).not.toContain('numbered per customer');
});
