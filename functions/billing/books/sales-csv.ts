import { csvOf } from '../../../shared/list-file/csv.ts';
import { type Books, dayOf } from './read-books.ts';

const HEAD =
  'date,invoice,credit_note,customer,country,net,vat,total,no_vat_because,payment,refund,stripe_fee';

/** Euros in the format of French books: `-12,50`. */
export const decimals = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');

/** Invoices and credit notes as CSV for spreadsheets. */
export function salesCsv({ documents, moves }: Books): string {
  const rows = documents.map(({ at, invoice, note, customer, country, money, ...of }) => {
    const ids = money.map(([id]) => id);
    const kept = moves.flatMap(({ source, fee }) => (ids.includes(source) ? [fee] : []));
    const fee = kept.reduce((sum, each) => sum + each, 0);
    const [net, vat, total] = [of.netCents, of.vatCents, of.netCents + of.vatCents].map(decimals);
    const [payment, refund] = note === '' ? [ids.join(' '), ''] : ['', ids.join(' ')];
    const amounts = [net ?? '', vat ?? '', total ?? '', of.vatCents === 0 ? of.reason : ''];
    const day = dayOf(at);
    return [day, invoice, note, customer, country, ...amounts, payment, refund, decimals(fee)];
  });
  return csvOf([HEAD.split(','), ...rows]);
}
