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
  navigation: 'Pages',
  logIn: 'Log in',
  packs: 'Credit packs',
  start: 'Start with {count} free credits',
  headline: 'Know which addresses will bounce before you send',
  startText:
    'Tamis asks the mail server of each address whether it exists, without sending an email, and shows you the answer.',
  check: 'Check one address now',
  samples: 'Samples:',
  notKept: 'Choose a sample, or enter any address. We neither store nor log it.',
  checking: 'Asking the mail server…',
  spent:
    'No free check is left for today. The samples still work, and a new account has free credits.',
  sample: 'Your list back, with a reason for every address',
  sampleText: 'CSV or Excel, with your columns in their order. This is an example.',
  monthly: 'Monthly subscriptions',
  yearly: 'Yearly subscriptions',
  code: 'One call, no account',
  codeText: 'This public key answers the samples. Your own key checks any address.',
  proofs: 'Measured, not promised',
  simulated:
    'addresses of all kinds on simulated mail servers: every verdict is correct, except where no answer can decide.',
  servers:
    'cases against Exim, Postfix, Courier and other real mail servers. All must be correct, every night.',
  score:
    'squared error of our score on 955 real replies that it had never seen. Guessing the average gives 0.021.',
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
  navigation: 'Pages',
  logIn: 'Se connecter',
  packs: 'Packs de crédits',
  start: 'Commencer avec {count} crédits offerts',
  headline: 'Sachez quelles adresses rejetteront votre e-mail, avant l’envoi',
  startText:
    'Tamis demande au serveur de messagerie de chaque adresse si elle existe, sans envoyer d’e-mail, et vous montre sa réponse.',
  check: 'Vérifiez une adresse',
  samples: 'Exemples\u00a0:',
  notKept:
    'Choisissez un exemple, ou saisissez une adresse. Nous ne la conservons pas, même dans nos journaux.',
  checking: 'Nous interrogeons le serveur…',
  spent:
    'Plus de vérification gratuite pour aujourd’hui. Les exemples fonctionnent toujours, et un nouveau compte a des crédits offerts.',
  sample: 'Votre liste en retour, avec la raison de chaque verdict',
  sampleText: 'En CSV ou Excel, avec vos colonnes dans leur ordre. Ceci est un exemple.',
  monthly: 'Abonnements mensuels',
  yearly: 'Abonnements annuels',
  code: 'Un appel, sans compte',
  codeText: 'Cette clé publique répond pour les exemples. Votre clé vérifiera toute adresse.',
  proofs: 'Mesuré, pas promis',
  simulated:
    'adresses de toute sorte sur des serveurs simulés\u00a0: chaque verdict est juste, sauf si aucune réponse ne permet de trancher.',
  servers:
    'cas face à Exim, Postfix, Courier et d’autres vrais serveurs de messagerie. Tous doivent être justes, chaque nuit.',
  score:
    'd’erreur quadratique pour notre score sur 955 vraies réponses jamais vues. Deviner la moyenne donne 0,021.',
  accuracy:
    'Exactitude mesurée : sur {sent} adresses que nous disions `deliverable` et auxquelles des clients ont écrit, {bounced} ont été rejetées comme inexistantes ou désactivées ({rate}, intervalle à 95 % de {low} à {high}), d’après {reports} rapports jusqu’au {date}.',
  notMeasured: 'Exactitude mesurée : il n’y a pas encore assez de rapports.',
};

export const labels: Record<Language, Record<keyof typeof en, string>> = { en, fr };
