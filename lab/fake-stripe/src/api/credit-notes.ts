import { z } from 'zod';
import { defineRoute } from './route.ts';
import { formSchema, integer, text } from './parameters.ts';
import { invalidRequestError, noSuchObjectError } from '../model/errors.ts';
import type { Account } from '../model/account.ts';
import { createObject, findObject, fromFixture, createSinglePageList } from '../model/objects.ts';
import type { CreditNote, Invoice } from '../model/state.ts';

/** Credit notes for lines of paid invoices: https://docs.stripe.com/api/credit_notes/create */

const cents = integer.pipe(z.number().min(1));
const parameters = formSchema(
  {
    invoice: text,
    lines: z.array(
      z.strictObject({
        type: z.literal('invoice_line_item'),
        invoice_line_item: text,
        amount: cents,
      }),
    ),
  },
  {
    email_type: z.enum(['credit_note', 'none']),
    refunds: z.array(z.strictObject({ refund: text, amount_refunded: cents })),
  },
);
type Parameters = z.output<typeof parameters>;

type Line = CreditNote['lines']['data'][number];

const sum = <T>(all: readonly T[], select: (each: T) => number): number =>
  all.reduce((total, each) => total + select(each), 0);

const prorate = (part: number, amount: number, whole: number) =>
  Math.round((part * amount) / whole);

const notesOf = ({ state }: Account, { id }: Invoice): CreditNote[] =>
  Object.values(state.creditNotes).filter(({ invoice }) => invoice === id);

export const creditNoteRoutes = [
  defineRoute('GET /v1/credit_notes/preview', parameters, (account, given) =>
    fromFixture<CreditNote>('credit_note', {
      ...fieldsOf(account, given),
      id: account.newId('cn'),
    }),
  ),

  defineRoute('POST /v1/credit_notes', parameters, (account, given) => {
    const invoice = findObject(account.state, 'invoices', given.invoice, 'invoice');
    const id = account.newId('cn');
    const fields = fieldsOf(account, given);
    const refundedTotal = sum(fields.refunds, ({ amount_refunded }) => amount_refunded);
    if (refundedTotal !== fields.total)
      throw invalidRequestError(
        `The sum of credit amount, refund amount and out of band amount (€${(refundedTotal / 100).toFixed(2)}) ` +
          `must equal the credit note amount (€${(fields.total / 100).toFixed(2)}).`,
      );
    const pdf = `${account.origin}/stripe/credit-notes/${id}`;
    const note = createObject(account, 'creditNotes', { ...fields, id, pdf });
    invoice.post_payment_credit_notes_amount += note.total;
    account.emit('credit_note.created', note);
    return note;
  }),
];

/** Returns the fields of a credit note. Discount and tax are prorated from the invoice. */
function fieldsOf(
  account: Account,
  { invoice: id, lines: requestedLines, refunds = [] }: Parameters,
) {
  const invoice = findObject(account.state, 'invoices', id, 'invoice');
  if (invoice.status !== 'paid')
    throw invalidRequestError('The fake supports credit notes only for paid invoices.');
  const earlierNotes = notesOf(account, invoice);
  const lines = requestedLines.map(({ amount, invoice_line_item }, index): Line => {
    const line = invoice.lines.data.find((each) => each.id === invoice_line_item);
    const param = `lines[${index}][invoice_line_item]`;
    if (!line) throw noSuchObjectError('invoice line item', invoice_line_item, param);
    const credited = earlierNotes
      .flatMap((note) => note.lines.data)
      .filter((one) => one.invoice_line_item === line.id);
    const remaining = line.amount - sum(credited, (one) => one.amount);
    if (amount > remaining)
      throw invalidRequestError(`The amount to credit is more than ${remaining}.`, { param });
    return fromFixture<Line>('credit_note_line_item', {
      id: account.newId('cnli'),
      amount,
      invoice_line_item,
    });
  });
  for (const [index, { refund, amount_refunded }] of refunds.entries()) {
    const param = `refunds[${index}][refund]`;
    const { amount } = findObject(account.state, 'refunds', refund, param);
    const linked = earlierNotes
      .flatMap((note) => note.refunds)
      .filter((one) => one.refund === refund);
    if (sum(linked, (one) => one.amount_refunded) + amount_refunded > amount)
      throw invalidRequestError(`The refund ${refund} is smaller than the amounts linked to it.`, {
        param,
      });
  }
  const subtotal = sum(lines, ({ amount }) => amount);
  const invoiceNet = invoice.total_excluding_tax ?? invoice.total;
  const net = prorate(subtotal, invoiceNet, invoice.subtotal);
  const tax = prorate(net, invoice.total - invoiceNet, invoiceNet);
  const total = net + tax;
  const { customer } = invoice;
  return {
    amount: total,
    created: account.now(),
    customer: customer ?? '',
    invoice: id,
    lines: createSinglePageList(lines, '/v1/credit_notes/lines'),
    number: `${invoice.number ?? ''}-CN-${String(earlierNotes.length + 1).padStart(2, '0')}`,
    pdf: '',
    post_payment_amount: total,
    refunds: refunds.map((each) => ({
      ...each,
      payment_record_refund: null,
      type: 'refund' as const,
    })),
    subtotal,
    total,
    total_excluding_tax: net,
    total_taxes: tax === 0 ? [] : [fromFixture<Tax>('tax', { amount: tax, taxable_amount: net })],
  };
}
type Tax = NonNullable<CreditNote['total_taxes']>[number];
