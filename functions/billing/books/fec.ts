import { type Books, formatParisDate } from './read-books.ts';
import { formatCentsAsDecimal } from './sales-csv.ts';

/** Columns of article A47 A-1, VII, of the Livre des procédures fiscales (BOI-CF-IOR-60-40-20). */
const HEADER =
  'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib ' +
  'PieceRef PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise';

const ACCOUNTS: Readonly<Record<string, string>> = {
  411: 'Clients',
  44571: 'TVA collectée',
  471: 'Compte d’attente',
  512: 'Stripe',
  580: 'Virements internes',
  627: 'Services bancaires et assimilés',
  6278: 'Autres frais et commissions',
  706: 'Prestations de services',
};

/** The contra account of a balance transaction. A disputed amount becomes a receivable again. */
function contraAccountOf(category: string): number {
  if (/^(?:charge|refund|dispute)/.test(category)) return 411;
  if (category.startsWith('payout')) return 580;
  return category === 'fee' ? 6278 : 471;
}

/**
 * Formats the accounting entries (Fichier des écritures comptables, FEC) of each document and
 * balance transaction.
 * @param month prefix of the entry numbers, such as `2026-10`
 */
export function formatFec({ documents, transactions }: Books, month: string): string {
  const documentsByPayment = new Map(
    documents.flatMap((document) => document.money.map(([id]) => [id, document] as const)),
  );
  const sales = documents.map((of) => {
    const { at, invoice, note, netCents: net, vatCents: vat } = of;
    const text = note === '' ? `Facture ${invoice}` : `Avoir ${note}`;
    const lines = { 411: net + vat, 706: -net, 44571: -vat };
    return { at, of, piece: note || invoice, journal: ['VE', 'Ventes'], text, lines };
  });
  const money = transactions.map(({ at, category, source, cents, fee }) => {
    const of = documentsByPayment.get(source);
    const lines = { 512: cents - fee, 627: fee, [contraAccountOf(category)]: -cents };
    const piece = of?.note || of?.invoice || source;
    return { at, of, piece, journal: ['ST', 'Stripe'], text: `${category} ${source}`, lines };
  });
  const rows = [...sales, ...money]
    .filter(({ lines }) => Object.values<number>(lines).some((cents) => cents !== 0))
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ at, of, piece, journal, text, lines }, index) => {
      const day = formatParisDate(at).replaceAll('-', '');
      const nonzeroLines = Object.entries<number>(lines).filter(([, cents]) => cents !== 0);
      return nonzeroLines.map(([account, cents]) => {
        const party = account === '411' ? [of?.customerId, of?.customer] : ['', ''];
        const debitAndCredit = [Math.max(cents, 0), Math.max(-cents, 0)].map(formatCentsAsDecimal);
        const entry = [...journal, `${month}-${index + 1}`, day, account, ACCOUNTS[account]];
        return entry.concat(party, [piece, day, text], debitAndCredit, ['', '', day, '', '']);
      });
    });
  return [HEADER.split(' '), ...rows]
    .map((row) => `${row.map((cell = '') => cell.replaceAll(/\s+/g, ' ')).join('\t')}\r\n`)
    .join('');
}
