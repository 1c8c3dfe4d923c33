import type { Language } from '../../../shared/model/account.ts';

/**
 * What a French seller has to state on invoices, though cards are charged at once: the
 * rate of penalties and the sum for the costs of recovery (articles L441-9 and L441-10 of the Code
 * de commerce, D441-5 for the sum).
 */
const LATE: Readonly<Record<Language, string>> = {
  fr: 'Professionnels : en cas de retard de paiement, pénalités au taux de refinancement de la Banque centrale européenne majoré de 10 points et indemnité forfaitaire de 40 € pour frais de recouvrement (art. L441-10 du Code de commerce). Pas d’escompte pour paiement anticipé.',
  en: 'Business customers: late payment bears penalties at the refinancing rate of the European Central Bank plus 10 points, and a fixed sum of €40 for recovery costs (art. L441-10 of the French Commercial Code). No discount for early payment.',
};

/** The sentence that the law asks of a seller below the threshold of article 293 B. */
const FRANCHISE: Readonly<Record<Language, string>> = {
  fr: 'TVA non applicable, art. 293 B du CGI',
  en: 'VAT not applicable, art. 293 B of the CGI',
};

/** The category of the operation, which invoices of 2027 name (article 242 nonies A, annexe II of the CGI). */
const CATEGORY: Readonly<Record<Language, string>> = {
  fr: 'Prestation de services',
  en: 'Supply of services (prestation de services)',
};

/** The settings that a footer is made from. */
export interface FooterSettings {
  readonly INVOICE_SELLER?: string | undefined;
  readonly TAX?: 'stripe' | 'franchise-293B' | undefined;
}

/** The foot of each invoice of a customer, empty where there is nothing to say. */
export const footerOf = ({ INVOICE_SELLER, TAX }: FooterSettings, language: Language): string =>
  [
    INVOICE_SELLER,
    TAX !== undefined && CATEGORY[language],
    TAX === 'franchise-293B' && FRANCHISE[language],
    TAX !== undefined && LATE[language],
  ]
    .filter(Boolean)
    .join('\n');
