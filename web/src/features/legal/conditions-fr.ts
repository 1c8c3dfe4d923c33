import type { Conditions } from './conditions.ts';

/** The general conditions of sale of 10/10/2024. The French text prevails. */
export const conditions: Conditions = [
  {
    title: 'Objet',
    paragraphs: [
      'Les présentes conditions générales de vente régissent l’utilisation et l’achat du service de vérification d’adresses e-mail proposé par le vendeur, société française : [[dénomination sociale]], [[forme et capital]], [[siège social]], [[numéro d’immatriculation]].',
      'Elles sont en vigueur depuis le 10/10/2024. Toute commande suppose leur acceptation.',
    ],
  },
  {
    title: 'Le service',
    paragraphs: [
      'Le client vérifie une adresse seule ou une liste d’adresses, puis télécharge les résultats. La vérification d’une adresse coûte un crédit.',
      'Le résultat décrit ce que les serveurs de messagerie ont répondu au moment de la vérification. Il ne garantit pas la remise d’un message ultérieur.',
    ],
  },
  {
    title: 'Prix',
    paragraphs: [
      'Les prix sont indiqués en euros, hors taxe sur la valeur ajoutée lorsqu’elle est applicable, à partir de 1 euro pour 1 000 adresses.',
      'Le prix appliqué est celui affiché au moment de la commande.',
    ],
  },
  {
    title: 'Commande',
    paragraphs: [
      'Le client choisit un pack de crédits ou un abonnement, puis est redirigé vers la page du prestataire de paiement. Les crédits sont attribués dès le paiement.',
      'Un abonnement ajoute chaque mois ses crédits à ceux qui restent. Il peut être résilié à tout moment.',
    ],
  },
  {
    title: 'Paiement',
    paragraphs: [
      'Le paiement s’effectue par carte bancaire, sur la page sécurisée du prestataire de paiement. Le vendeur n’a pas connaissance du numéro de la carte.',
    ],
  },
  {
    title: 'Durée des crédits',
    paragraphs: ['Les crédits achetés n’expirent jamais.'],
  },
  {
    title: 'Livraison',
    paragraphs: [
      'Les crédits sont attribués au compte du client dès que le paiement est confirmé.',
      'En cas de retard, le client peut demander l’annulation de la commande. Les sommes versées lui sont alors remboursées dans un délai de 14 jours.',
      'Toute réclamation relative à la livraison doit être adressée au vendeur dans un délai de [[délai de réclamation]].',
    ],
  },
  {
    title: 'Absence de droit de rétractation',
    paragraphs: [
      'Le service est un contenu numérique fourni immédiatement après le paiement, avec l’accord du client. Le droit de rétractation ne s’applique donc pas.',
    ],
  },
  {
    title: 'Remboursement et remplacement',
    paragraphs: [
      'Lorsqu’un défaut du service est confirmé, le vendeur rembourse ou remplace les crédits concernés dans les 48 heures.',
    ],
  },
  {
    title: 'Garanties légales',
    paragraphs: [
      'Le client bénéficie des garanties légales. Les actions qui en découlent se prescrivent par deux ans.',
    ],
  },
  {
    title: 'Données personnelles',
    paragraphs: [
      'Le responsable du traitement est le vendeur. Les données personnelles sont conservées 5 ans.',
      'Le client peut demander l’accès à ses données, leur rectification, leur effacement et leur portabilité à l’adresse [[adresse de contact]]. Le responsable du traitement répond dans un délai d’un mois.',
      'Le client est responsable de son droit à traiter les adresses qu’il soumet.',
    ],
  },
  {
    title: 'Suppression du compte',
    paragraphs: ['Le client peut supprimer son compte à tout moment depuis les Paramètres.'],
  },
  {
    title: 'Droit applicable',
    paragraphs: [
      'Les présentes conditions sont soumises au droit français. En cas de litige, le client peut recourir gratuitement au médiateur de la consommation : [[médiateur]].',
    ],
  },
];
