import type { MailTexts } from './mail-texts.ts';

const number = (value: number): string => value.toLocaleString('fr');
const euros = (cents: number): string =>
  (cents / 100).toLocaleString('fr', { style: 'currency', currency: 'EUR' });
const moment = (at: string): string =>
  `${new Date(at).toLocaleString('fr', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' }).replace(':', ' h ')} (heure de Paris)`;
const day = (at: string): string =>
  new Date(at).toLocaleDateString('fr', { dateStyle: 'long', timeZone: 'Europe/Paris' });

/** What a customer is told of money, in French. */
export const frMoney = {
  purchase: ({ credits, cents, monthly, automatic, invoice, agreed }) => ({
    subject: `${number(credits)} crédits ont été ajoutés à votre compte`,
    paragraphs: [
      automatic
        ? 'Il restait peu de crédits : un pack a été acheté avec votre carte enregistrée, comme choisi dans les paramètres. Les crédits n’expirent jamais. Vous pouvez y modifier ou arrêter cela à tout moment.'
        : monthly
          ? 'Votre abonnement a été payé et ses crédits ont été ajoutés à ceux qui vous restaient. Ils n’expirent jamais.'
          : 'Merci de votre achat. Les crédits ont été ajoutés à votre compte et n’expirent jamais.',
      'Toutes vos factures se trouvent à la page « Facturation ».',
      ...(agreed
        ? [
            `Avant de payer, le ${moment(agreed.at)}, vous avez donné cet accord : « ${agreed.text} » Cet e-mail le confirme ; veuillez le conserver.`,
          ]
        : []),
    ],
    facts: [
      ['Crédits', number(credits)],
      ['Montant payé', euros(cents)],
      ...(invoice ? [['Facture', invoice.number] as const] : []),
    ],
    action: invoice
      ? { label: 'Ouvrir la facture', path: invoice.path }
      : { label: 'Voir vos factures', path: '/invoices' },
  }),
  withdrawal: ({ name, purchase, credits, cents, date, at }) => ({
    subject: 'Nous avons reçu votre rétractation',
    paragraphs: [
      `Le ${moment(at)}, vous nous avez adressé cette déclaration : « Je soussigné(e) ${name} renonce à mon achat de ${number(credits)} crédits du ${day(date)}. »`,
      'Cet e-mail en accuse réception ; veuillez le conserver. Nous vous écrirons au sujet de la suite.',
    ],
    facts: [
      ['Achat', purchase],
      ['Montant payé', euros(cents)],
    ],
  }),
  low_credits: ({ available }) => ({
    subject: 'Il vous reste peu de crédits',
    paragraphs: [
      'Votre dernière liste est vérifiée et il reste peu de crédits. Une liste qui en demande davantage attend qu’il y en ait assez.',
    ],
    facts: [['Crédits disponibles', number(available)]],
    action: { label: 'Acheter des crédits', path: '/pricing-plan' },
  }),
  top_up_failed: ({ credits, why, paused }) => ({
    subject: paused
      ? 'Votre rechargement automatique est en pause'
      : 'Un rechargement automatique a échoué',
    paragraphs: [
      {
        declined: `Le pack de ${number(credits)} crédits n’a pas pu être payé avec votre carte enregistrée.`,
        confirm: `Votre banque vous demande de confirmer le paiement du pack de ${number(credits)} crédits.`,
        no_card: `Aucune carte n’est enregistrée pour le pack de ${number(credits)} crédits.`,
      }[why],
      paused
        ? 'Les rechargements automatiques sont en pause : rien n’est acheté tant que vous ne les réactivez pas dans les paramètres.'
        : 'Rien n’est perdu : payez-le vous-même depuis les paramètres, avec cette carte ou une autre. Sinon, un nouvel essai aura lieu dans un jour au plus tôt, s’il reste encore peu de crédits.',
    ],
    action: { label: 'Ouvrir les paramètres', path: '/settings' },
  }),
  credits_below: ({ available, level }) => ({
    subject: `Il vous reste moins de ${number(level)} crédits`,
    paragraphs: [
      `Les crédits disponibles sont passés sous les ${number(level)} en dessous desquels vous voulez être prévenu. Les vérifications continuent tant qu’il en reste ; une liste qui en demande davantage attend qu’il y en ait assez.`,
      'Ce seuil se change dans les paramètres. Vous serez prévenu à nouveau une fois que le solde l’aura dépassé.',
    ],
    facts: [['Crédits disponibles', number(available)]],
    action: { label: 'Acheter des crédits', path: '/pricing-plan' },
  }),
  payment_failed: ({ path = '/invoices' }) => ({
    subject: 'Le paiement de votre abonnement a échoué',
    paragraphs: [
      'Votre banque a refusé le paiement de votre abonnement. Il sera retenté dans les prochains jours ; vous pouvez utiliser d’ici là les crédits qui vous restent.',
      'Vous pouvez régler la facture dès maintenant, aussi avec une autre carte. Pour changer de carte durablement, ouvrez « Abonnement » dans le menu de votre compte.',
    ],
    action: { label: 'Régler la facture', path },
  }),
  payment_authentication: ({ path }) => ({
    subject: 'Votre banque vous demande de confirmer un paiement',
    paragraphs: [
      'Le paiement de votre abonnement est dû, et votre banque vous demande de le confirmer (3-D Secure). Rien n’a été débité, et les crédits du mois seront ajoutés ensuite.',
      'La page de la facture mène à votre banque. Sans action de votre part, le paiement échoue et l’abonnement prend fin après quelques jours.',
    ],
    action: { label: 'Confirmer le paiement', path },
  }),
  debit_failed: ({ cents }) => ({
    subject: 'Votre paiement n’est pas arrivé',
    paragraphs: [
      'Votre banque a refusé un paiement qui était en cours, et aucun crédit n’a été ajouté. Vous ne devez rien.',
      'Vous pouvez acheter de nouveau à tout moment, aussi avec un autre moyen de paiement.',
    ],
    facts: [['Montant', euros(cents)]],
    action: { label: 'Voir les offres', path: '/pricing-plan' },
  }),
  refunded: ({ cents, total, credits, creditNote }) => ({
    subject: 'Un paiement a été remboursé',
    paragraphs: [
      'L’argent d’un paiement retourne sur la carte ou le compte d’où il venait, et la part correspondante des crédits a été reprise. Votre banque peut mettre quelques jours à l’afficher.',
      'Si une partie de ces crédits a été utilisée, le prochain achat la compense d’abord.',
    ],
    facts: [
      ['Remboursé', `${euros(cents)} sur ${euros(total)}`],
      ['Crédits repris', number(credits)],
      ...(creditNote === undefined ? [] : [['Avoir', creditNote] as const]),
    ],
    action: { label: 'Voir vos factures', path: '/invoices' },
  }),
  money_taken_back: ({ what, customer, cents, reason, dueAt, page }) => {
    const { subject, text, sum } = {
      dispute: {
        subject: `${customer} conteste un paiement de ${euros(cents)}`,
        text: 'La banque de ce client a repris l’argent. Il est possible de répondre chez Stripe ; sans réponse, la contestation est perdue.',
        sum: 'Montant contesté',
      },
      inquiry: {
        subject: `La banque de ${customer} se renseigne sur un paiement de ${euros(cents)}`,
        text: 'Aucun argent n’a été repris. Sans réponse chez Stripe, la banque peut le reprendre ; un remboursement total avant cela peut l’éviter.',
        sum: 'Montant en question',
      },
      refund: {
        subject: `Un paiement de ${customer} a été remboursé chez Stripe`,
        text: 'Quelqu’un chez Stripe, ou une banque, a rendu de l’argent. Sa part des crédits a été reprise.',
        sum: 'Montant remboursé',
      },
      fraud_warning: {
        subject: `Un paiement de ${customer} est signalé comme frauduleux`,
        text: 'La banque qui a émis la carte signale ce paiement comme frauduleux. Aucun argent n’a été repris. La plupart de ces paiements sont contestés plus tard ; le rembourser en entier avant, depuis la liste des utilisateurs, peut éviter la contestation et ses frais.',
        sum: 'Montant',
      },
    }[what];
    return {
      subject,
      paragraphs: [text],
      facts: [
        ['Client', customer],
        [sum, euros(cents)],
        ['Motif', reason],
        ...(dueAt === undefined ? [] : [['Réponse avant le', day(dueAt)] as const]),
        ['Chez Stripe', page],
      ],
    };
  },
  payment_disputed: ({ cents }) => ({
    subject: 'Un paiement de votre compte est contesté',
    paragraphs: [
      'Votre banque nous signale qu’un paiement est contesté. Jusqu’à la décision, les crédits de ce montant ne sont pas utilisables, la clé d’API ne fonctionne pas et un abonnement n’est pas renouvelé.',
      'S’il s’agit d’une erreur, dites à votre banque que vous retirez la contestation.',
    ],
    facts: [['Montant contesté', euros(cents)]],
    action: { label: 'Voir vos factures', path: '/invoices' },
  }),
  dispute_ended: ({ cents, lost }) => ({
    subject: 'La contestation d’un paiement est close',
    paragraphs: [
      lost
        ? 'L’argent retourne au titulaire de la carte, et les crédits de ce montant ont été repris.'
        : 'Le paiement est maintenu. Les crédits sont de nouveau utilisables, et un abonnement qui ne devait plus être renouvelé à cause de la contestation continue.',
    ],
    facts: [['Montant contesté', euros(cents)]],
    action: { label: 'Voir vos factures', path: '/invoices' },
  }),
  renewal_stopped: ({ endsAt }) => ({
    subject: 'Votre compte est de nouveau actif, votre abonnement prend fin',
    paragraphs: [
      'Votre compte est de nouveau actif. Pendant qu’il ne l’était pas, la fin de votre abonnement a été fixée, afin que plus rien ne soit prélevé.',
      'Pour le garder, ouvrez « Abonnement » dans le menu et renouvelez-le avant sa fin. Sinon, vous n’avez rien à faire.',
    ],
    facts: [['Fin de l’abonnement', day(endsAt)]],
    action: { label: 'Ouvrir votre compte', path: '/invoices' },
  }),
  subscription_cancelled: ({ endsAt }) => ({
    subject: 'Votre abonnement a été résilié',
    paragraphs: [
      'Cet e-mail confirme la résiliation de votre abonnement. Aucun autre paiement ne sera prélevé.',
      'Les crédits qui vous restent demeurent sur votre compte et n’expirent jamais.',
    ],
    facts: [['Fin de l’abonnement', day(endsAt)]],
    action: { label: 'Voir les offres', path: '/pricing-plan' },
  }),
  subscription_unpaid: ({ endsAt }) => ({
    subject: 'Votre abonnement a pris fin, faute de paiement',
    paragraphs: [
      'Votre abonnement a été résilié pour défaut de paiement : le dernier paiement a échoué à chaque tentative. Il n’y en aura pas d’autre.',
      'Les crédits qui vous restent demeurent sur votre compte et n’expirent jamais. Vous pouvez vous abonner de nouveau à tout moment.',
    ],
    facts: [['Fin de l’abonnement', day(endsAt)]],
    action: { label: 'Voir les offres', path: '/pricing-plan' },
  }),
} satisfies Partial<MailTexts['bodies']>;
