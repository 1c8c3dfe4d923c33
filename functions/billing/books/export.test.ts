import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../shared/model/duration.ts';
import { createBillingHarness } from '../../../tests/support/billing-harness.ts';
import { callHandler } from '../../../tests/support/call.ts';
import { routes } from '../../../tests/support/routes.ts';
import { TEST_NOW } from '../../../tests/support/test-clock.ts';
import { idOf } from '../../../lab/fake-stripe/tests/catalog.ts';
import { formatFec } from './fec.ts';
import { type Books, formatParisDate, findBookDifferences, readBooks } from './read-books.ts';
import { formatSalesCsv } from './sales-csv.ts';

const stage = createBillingHarness({ settings: { TAX: 'stripe' } });

const FRENCH = {
  company: '=Exemple SAS',
  line1: '1 rue de l’Exemple',
  postal_code: '75001',
  city: 'Paris',
  country: 'FR',
};
const GERMAN = { ...FRENCH, company: 'Beispiel', country: 'DE', vat_number: 'DE123456789' };
const TODAY = formatParisDate(TEST_NOW);
const NUMBER = 'TAMIS-\\d{4}';

const read = (from = -HOUR_MS): Promise<Books> =>
  readBooks(stage.context(), TEST_NOW + from, TEST_NOW + HOUR_MS);

async function buyPlan(details: typeof FRENCH, plan: string) {
  const who = await stage.person();
  const { headers } = who;
  const { status } = await callHandler(stage.context(), routes.saveBillingDetails, {
    headers,
    body: details,
  });
  expect(status).toBe(200);
  // Stripe's portal also accepts names with control characters.
  const customer = (await stage.user(who)).stripeCustomerId ?? '';
  const name = details.company.replace(' ', '\t');
  await stage.sdk().customers.update(customer, { name });
  const session = await stage.buy(who, plan);
  await stage.deliverAll();
  return idOf(session.payment_intent);
}
const chargeOf = async (payment: string): Promise<string> =>
  (await Array.fromAsync(stage.sdk().charges.list({ limit: 100 }))).find(
    ({ payment_intent }) => payment_intent === payment,
  )?.id ?? '';

/** Returns the lines of an FEC (French accounting export) as records keyed by column name. */
function linesOf(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
  for (const row of rows) expect(row).toHaveLength(18);
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}
const cents = (text = ''): number => Math.round(Number(text.replace(',', '.')) * 100);
const balanceOf = (lines: readonly Record<string, string>[]): number =>
  lines.reduce((sum, { Debit, Credit }) => sum + cents(Debit) - cents(Credit), 0);

it("lists the sales, credit notes and fees of a month, which agree with Stripe's balance", async () => {
  const french = await buyPlan(FRENCH, 'pack_1000');
  const german = await buyPlan(GERMAN, 'pack_5000');
  await stage.program(`charges/${await chargeOf(french)}/refund`, { amount: 300 });
  await stage.program(`charges/${await chargeOf(german)}/dispute`, {});
  await stage.deliverAll();
  const books = await read();
  expect(findBookDifferences(books)).toEqual([]);

  const [head, ...rows] = formatSalesCsv(books).trimEnd().split('\r\n');
  expect(head).toBe(
    '\u{feff}"date";"invoice";"credit_note";"customer";"country";"net";"vat";"total";"no_vat_because";"payment";"refund";"stripe_fee"',
  );
  expect(rows).toHaveLength(3);
  const start = `^"${TODAY}";"${NUMBER}";`;
  const all = rows.join('\n');
  for (const row of [
    `${start}"";"'=Exemple\tSAS";"FR";"5,00";"1,00";"6,00";"";"${french}";"";"0,34"$`,
    `${start}"";"Beispiel";"DE";"20,00";"0,00";"20,00";"reverse_charge";"${german}";"";"0,55"$`,
    `${start}"${NUMBER}-CN-01";"'=Exemple\tSAS";"FR";"-2,50";"-0,50";"-3,00";"";"";"re_\\w+";"0,00"$`,
  ])
    expect(all).toMatch(new RegExp(row, 'm'));

  // This period starts after all documents and balance transactions.
  expect(await read(HOUR_MS / 2)).toEqual({ documents: [], transactions: [] });
});

it('exports 18 columns and balanced entries for the accountant', async () => {
  const payment = await buyPlan(FRENCH, 'pack_1000');
  const other = await buyPlan(GERMAN, 'pack_1000');
  const [charge, disputed] = [await chargeOf(payment), await chargeOf(other)];
  await stage.program(`charges/${charge}/refund`, { amount: 120 });
  await stage.program(`charges/${disputed}/dispute`, {});
  await stage.program(`charges/${disputed}/dispute`, { close: 'won' });
  await stage.deliverAll();
  const books = await read();
  const payout = { at: TEST_NOW, category: 'payout', source: 'po_1', cents: -100, fee: 0 };
  const stripeFee = { at: TEST_NOW, category: 'fee', source: 'txn_1', cents: -70, fee: 0 };
  const adjustment = {
    at: TEST_NOW,
    category: 'other_adjustment',
    source: 'txn_2',
    cents: 5,
    fee: 0,
  };
  const allTransactions = [...books.transactions, payout, stripeFee, adjustment];
  const text = formatFec({ ...books, transactions: allTransactions }, '2026-10');
  expect(text.split('\r\n')[0]).toBe(
    'JournalCode\tJournalLib\tEcritureNum\tEcritureDate\tCompteNum\tCompteLib\tCompAuxNum\tCompAuxLib\tPieceRef\tPieceDate\tEcritureLib\tDebit\tCredit\tEcritureLet\tDateLet\tValidDate\tMontantdevise\tIdevise',
  );
  const lines = linesOf(text);
  const entries = [...Map.groupBy(lines, ({ EcritureNum }) => EcritureNum)];
  expect(entries.map(([number]) => number)).toEqual(entries.map((_, at) => `2026-10-${at + 1}`));
  expect(entries.map(([, each]) => balanceOf(each))).toEqual(entries.map(() => 0));
  // Account 512 changes by the same amount as Stripe's balance.
  expect(balanceOf(lines.filter(({ CompteNum }) => CompteNum === '512'))).toBe(
    allTransactions.reduce((sum, each) => sum + each.cents - each.fee, 0),
  );
  const entriesFor = (label: RegExp) =>
    lines
      .filter(({ EcritureLib = '' }) => label.test(EcritureLib))
      .map((each) => [each['CompteNum'], each['Debit'], each['Credit']]);
  const mine = books.documents.find(({ money }) => money.some(([id]) => id === payment));
  expect(entriesFor(new RegExp(`^Facture ${mine?.invoice}$`))).toEqual([
    ['411', '6,00', '0,00'],
    ['706', '0,00', '5,00'],
    ['44571', '0,00', '1,00'],
  ]);
  expect(entriesFor(new RegExp(`^charge ${payment}$`))).toEqual([
    ['411', '0,00', '6,00'],
    ['512', '5,66', '0,00'],
    ['627', '0,34', '0,00'],
  ]);
  expect(entriesFor(new RegExp(`^Avoir ${mine?.invoice}-CN-01$`))).toEqual([
    ['411', '0,00', '1,20'],
    ['706', '1,00', '0,00'],
    ['44571', '0,20', '0,00'],
  ]);
  expect(entriesFor(/^payout po_1$/)).toEqual([
    ['512', '0,00', '1,00'],
    ['580', '1,00', '0,00'],
  ]);
  expect(entriesFor(/^fee txn_1$/).map(([account]) => account)).toEqual(['512', '6278']);
  expect(entriesFor(/^other_adjustment txn_2$/).map(([account]) => account)).toEqual([
    '471',
    '512',
  ]);
  expect(entriesFor(/^dispute du_/).map(([account]) => account)).toContain('411');
  const due = lines.find(({ EcritureLib }) => EcritureLib === `charge ${payment}`);
  // The line names the customer's subledger account. The tab in the customer's name was replaced,
  // because it would split the column.
  expect(due).toMatchObject({ CompAuxLib: '=Exemple SAS', PieceRef: mine?.invoice });
  expect(due?.['EcritureDate']).toBe(TODAY.replaceAll('-', ''));
});

it('reports differences between the documents and the balance', async () => {
  const payment = await buyPlan(FRENCH, 'pack_1000');
  const charge = await chargeOf(payment);
  const before = await read();
  expect(findBookDifferences(before)).toEqual([]);
  // The event of this refund has not been delivered yet, so the refund has no credit note.
  await stage.program(`charges/${charge}/refund`, { amount: 60 });
  const events = await stage.events();
  const refund = (await read()).transactions.at(-1)?.source ?? '';
  expect(findBookDifferences(await read())).toEqual([
    `${refund}: -€0.60 at Stripe, €0.00 in the documents`,
  ]);
  await stage.deliver(events);
  expect(findBookDifferences(await read())).toEqual([]);
  // The refund fails and the money comes back, but the credit note remains.
  await stage.program(`refunds/${refund}/fail`);
  await stage.deliverAll();
  expect(findBookDifferences(await read())).toEqual([
    `${refund}: €0.00 at Stripe, -€0.60 in the documents`,
  ]);
  expect(findBookDifferences({ documents: [], transactions: before.transactions })).toContain(
    `${payment}: €6.00 at Stripe, €0.00 in the documents`,
  );
});
