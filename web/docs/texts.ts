import type { Language } from '../../shared/model/account.ts';

const en = {
  title: 'API guide',
  description:
    'Verify email addresses from a program: one address, a list, a form. With examples in curl, JavaScript, Python and Go, their responses, webhooks, errors and limits.',
  back: 'Back to the app',
  contents: 'Contents',
  reference: 'API reference',
  copy: 'Copy',
  copied: 'Copied',
  response: 'Response',
  prices: 'Prices',
  pricesText: 'What it costs to verify email addresses with Tamis: packs and subscriptions.',
  start: 'Start with {count} free credits',
  packs: 'Credit packs',
  monthly: 'paid monthly',
  yearly: 'paid yearly',
  credits: 'Credits',
  price: 'Price, excl. VAT',
  perThousand: 'Per 1,000 addresses',
  accuracy:
    'Measured accuracy: of {sent} addresses that we called `deliverable` and customers mailed, {bounced} bounced as nonexistent or disabled ({rate}, 95% interval {low} to {high}), according to {reports} reports until {date}.',
  notMeasured: 'Measured accuracy: there are not enough reports yet.',
} as const;

const fr: Record<keyof typeof en, string> = {
  title: 'Guide de l’API',
  description:
    'Vérifiez des adresses e-mail depuis un programme : une adresse, une liste, un formulaire. Avec des exemples en curl, JavaScript, Python et Go, leurs réponses, les webhooks, les erreurs et les limites.',
  back: 'Retour à l’application',
  contents: 'Sommaire',
  reference: 'Référence de l’API (en anglais)',
  copy: 'Copier',
  copied: 'Copié',
  response: 'Réponse',
  prices: 'Tarifs',
  pricesText: 'Le prix de la vérification d’adresses e-mail avec Tamis : packs et abonnements.',
  start: 'Commencer avec {count} crédits offerts',
  packs: 'Packs de crédits',
  monthly: 'au mois',
  yearly: 'à l’année',
  credits: 'Crédits',
  price: 'Prix HT',
  perThousand: 'Pour 1 000 adresses',
  accuracy:
    'Exactitude mesurée : sur {sent} adresses que nous disions `deliverable` et auxquelles des clients ont écrit, {bounced} ont été rejetées comme inexistantes ou désactivées ({rate}, intervalle à 95 % de {low} à {high}), d’après {reports} rapports jusqu’au {date}.',
  notMeasured: 'Exactitude mesurée : il n’y a pas encore assez de rapports.',
};

export const labels: Record<Language, Record<keyof typeof en, string>> = { en, fr };
