import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  lead: 'Nous vérifions les adresses pendant la saisie\u00a0: nous proposons de corriger les fautes de frappe et signalons les adresses qui ne reçoivent pas d’e-mails. Rien n’est refusé sans que vous le demandiez. Si nous sommes injoignables, votre formulaire fonctionne comme avant.',
  empty:
    'Aucun formulaire n’est encore protégé. Indiquez votre site et copiez une ligne dans votre page.',
  samples: 'Exemples à essayer\u00a0:',
  tryFree: 'Voici ce que voient vos visiteurs. Ici, rien n’est envoyé ni facturé.',
  unpaid:
    'Les formulaires vérifient de vraies adresses dès votre premier achat. D’ici là, seule la clé de test fonctionne.',
  prices: 'Voir les tarifs',
  failed: 'Vos formulaires n’ont pas pu être chargés.',
  most: 'Un compte a au plus {{count, number}} formulaires.',
  create: 'Protéger un formulaire',
  change: 'Modifier',
  save: 'Enregistrer',
  name: 'Nom',
  nameHint: 'Par exemple «\u00a0Lettre d’information\u00a0».',
  origins: 'Sites',
  originsHint:
    'Par exemple {{site}}, séparés par des espaces\u202f; {{trial}} pour vos essais. Aucun autre site ne peut utiliser la clé.',
  daily: 'Limite par jour, en crédits',
  dailyHint:
    'Rien n’est réservé\u202f; chaque boîte vérifiée coûte un crédit. Les jours sont en UTC. Un e-mail vous prévient quand la limite est atteinte.',
  delete: 'Supprimer',
  deleteNamed: 'Supprimer\u00a0: {{name}}',
  deleteQuestion: 'Supprimer «\u00a0{{name}}\u00a0»\u202f?',
  deleteText: 'Ses clés cessent aussitôt de fonctionner. Vos pages continuent, sans vérification.',
  deleted: 'Le formulaire est supprimé.',
  page: 'Dans votre page',
  pageText:
    'Vérifie chaque champ e-mail de la page. Avec {{attribute}}, le navigateur refuse ces adresses.',
  testText: 'Avec cette clé, il ne répond que pour ces adresses de test, gratuitement\u00a0:',
  server: 'Sur votre serveur (facultatif)',
  serverText:
    'Votre serveur peut vérifier le résultat avec tamis_token pendant une heure. Le secret doit y rester.',
  showSecret: 'Afficher le secret',
  tryIt: 'Essayer',
  tryTitle: 'Essayer «\u00a0{{name}}\u00a0»',
  tryText: 'Voici ce que voient vos visiteurs. Une réponse sur une boîte coûte un crédit.',
  tryUnpaid:
    'Voici ce que voient vos visiteurs. Jusqu’à votre premier achat, seules les adresses de test ont une réponse, par exemple undeliverable@sandbox.test.',
  tryField: 'Adresse e-mail',
  week: 'Ces sept derniers jours',
  asked: 'Boîtes vérifiées',
  suggested: 'Fautes de frappe',
  undeliverable: 'Invalides',
  disposable: 'Jetables',
  over_bound: 'Passées sans vérification de la boîte (limite du jour)\u00a0: {{count, number}}.',
  unanswered:
    'Passées sans vérification (crédits, limite de débit ou panne)\u00a0: {{count, number}}.',
  wrong_origin: 'Appels refusés d’autres sites\u00a0: {{count, number}}.',
} as const satisfies Translated<typeof en>;
