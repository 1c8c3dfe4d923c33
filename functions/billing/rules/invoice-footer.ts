import type { Language } from '../../../shared/model/account.ts';

/**
 * Statement that French law requires on invoices, even though cards are charged immediately: the
 * rate of late payment penalties and the fixed sum for recovery costs (articles L441-9, L441-10 and
 * D441-5 of the Code de commerce).
 */
const LATE_PAYMENT: Readonly<Record<Language, string>> = {
  fr: 'Professionnels : en cas de retard de paiement, pénalités au taux de refinancement de la Banque centrale européenne majoré de 10 points et indemnité forfaitaire de 40 € pour frais de recouvrement (art. L441-10 du Code de commerce). Pas d’escompte pour paiement anticipé.',
  en: 'Business customers: late payment bears penalties at the refinancing rate of the European Central Bank plus 10 points, and a fixed sum of €40 for recovery costs (art. L441-10 of the French Commercial Code). No discount for early payment.',
};

/** Statement required of a seller below the VAT threshold of article 293 B of the CGI. */
const VAT_FRANCHISE: Readonly<Record<Language, string>> = {
  fr: 'TVA non applicable, art. 293 B du CGI',
  en: 'VAT not applicable, art. 293 B of the CGI',
};

/** Transaction category, required from 2027 (article 242 nonies A, annexe II of the CGI). */
const CATEGORY: Readonly<Record<Language, string>> = {
  fr: 'Prestation de services',
  en: 'Supply of services (prestation de services)',
};

export interface InvoiceFooterSettings {
  readonly INVOICE_SELLER?: string | undefined;
  readonly TAX?: 'stripe' | 'franchise-293B' | undefined;
}

/** Empty if no setting requires a footer. */
export const formatInvoiceFooter = (
  { INVOICE_SELLER, TAX }: InvoiceFooterSettings,
  language: Language,
): string =>
  [
    INVOICE_SELLER,
    TAX !== undefined && CATEGORY[language],
    TAX === 'franchise-293B' && VAT_FRANCHISE[language],
    TAX !== undefined && LATE_PAYMENT[language],
  ]
    .filter(Boolean)
    .join('\n');
