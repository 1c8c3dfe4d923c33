import { formatCsv } from '../../../shared/list-file/csv.ts';
import { type Books, formatParisDate } from './read-books.ts';

const HEADER =
  'date,invoice,credit_note,customer,country,net,vat,total,no_vat_because,payment,refund,stripe_fee';

/** Euros with a decimal comma, as in French accounts: `-12,50`. */
export const formatCentsAsDecimal = (cents: number): string =>
  (cents / 100).toFixed(2).replace('.', ',');

export function formatSalesCsv({ documents, transactions }: Books): string {
  const rows = documents.map(({ at, invoice, note, customer, country, money, ...document }) => {
    const ids = money.map(([id]) => id);
    const fees = transactions.flatMap(({ source, fee }) => (ids.includes(source) ? [fee] : []));
    const fee = fees.reduce((sum, each) => sum + each, 0);
    const [net, vat, total] = [
      document.netCents,
      document.vatCents,
      document.netCents + document.vatCents,
    ].map(formatCentsAsDecimal);
    const [payment, refund] = note === '' ? [ids.join(' '), ''] : ['', ids.join(' ')];
    const amounts = [
      net ?? '',
      vat ?? '',
      total ?? '',
      document.vatCents === 0 ? document.reason : '',
    ];
    const day = formatParisDate(at);
    return [
      day,
      invoice,
      note,
      customer,
      country,
      ...amounts,
      payment,
      refund,
      formatCentsAsDecimal(fee),
    ];
  });
  return formatCsv([HEADER.split(','), ...rows]);
}
