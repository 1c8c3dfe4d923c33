import type { Phrases } from './phrases.ts';
import type { Templates } from './templates.ts';

/** Returns the details of a dispute, with the subscription if the dispute ends it. */
function disputeDetails(cents: number, endsAt: string | undefined, { day, euros, say }: Phrases) {
  const amount = [say('Amount disputed', 'Montant contesté'), euros(cents)] as const;
  const path = '/invoices';
  if (endsAt === undefined)
    return {
      subscription: [],
      facts: [amount],
      action: { label: say('See your invoices', 'Voir vos factures'), path },
    } as const;
  return {
    subscription: [
      say(
        'It paid for your subscription, which therefore ends with the paid period. You can resume it until then; a scheduled change of plan has to be chosen again.',
        'C’était celui de votre abonnement, qui prend donc fin avec la période payée. Vous pouvez le reprendre d’ici là ; un changement d’offre prévu est à choisir de nouveau.',
      ),
    ],
    facts: [amount, [say('End of the subscription', 'Fin de l’abonnement'), day(endsAt)]],
    action: { label: say('Resume the subscription', 'Reprendre l’abonnement'), path },
  } as const;
}

export const paymentMails = {
  payment_failed: ({ path = '/invoices' }, { say }) => ({
    subject: say(
      'The payment for your subscription failed',
      'Le paiement de votre abonnement a échoué',
    ),
    paragraphs: [
      say(
        'Your bank declined the payment for your subscription. We will try again in the coming days; you can use your remaining credits in the meantime.',
        'Votre banque a refusé le paiement de votre abonnement. Il sera retenté dans les prochains jours ; vous pouvez utiliser d’ici là les crédits qui vous restent.',
      ),
      say(
        'You can pay the invoice now, even with another card. To change the card for good, open “Subscription” in the menu of your account.',
        'Vous pouvez régler la facture dès maintenant, même avec une autre carte. Pour changer de carte durablement, ouvrez « Abonnement » dans le menu de votre compte.',
      ),
    ],
    action: { label: say('Pay the invoice', 'Régler la facture'), path },
  }),
  payment_authentication: ({ path }, { say }) => ({
    subject: say(
      'Your bank asks you to confirm a payment',
      'Votre banque vous demande de confirmer un paiement',
    ),
    paragraphs: [
      say(
        'The payment for your subscription is due, and your bank asks you to confirm it (3-D Secure). Nothing has been charged; the month’s credits are added once you confirm.',
        'Le paiement de votre abonnement est arrivé à échéance, et votre banque vous demande de le confirmer (3-D Secure). Rien n’a été débité, et les crédits du mois seront ajoutés ensuite.',
      ),
      say(
        'The invoice page leads to your bank. If you do nothing, the payment fails and the subscription ends after a few days.',
        'La page de la facture mène à votre banque. Sans action de votre part, le paiement échoue et l’abonnement prend fin après quelques jours.',
      ),
    ],
    action: { label: say('Confirm the payment', 'Confirmer le paiement'), path },
  }),
  refunded: ({ cents, total, credits, creditNote }, { euros, number, say }) => ({
    subject: say('A payment has been refunded', 'Un paiement a été remboursé'),
    paragraphs: [
      say(
        'A payment is being refunded to the card or account it came from. Your bank may take a few days to show it.',
        'Un paiement est remboursé sur la carte ou le compte d’origine. Votre banque peut mettre quelques jours à l’afficher.',
      ),
      credits === 0
        ? say('You keep the credits it paid for.', 'Vous gardez les crédits correspondants.')
        : say(
            'If some of the credits taken back were used, the next purchase makes up for them first.',
            'Si une partie des crédits repris a été utilisée, le prochain achat la compense d’abord.',
          ),
    ],
    facts: [
      [
        say('Refunded', 'Remboursé'),
        say(`${euros(cents)} of ${euros(total)}`, `${euros(cents)} sur ${euros(total)}`),
      ],
      [say('Credits taken back', 'Crédits repris'), number(credits)],
      ...(creditNote === undefined ? [] : [[say('Credit note', 'Avoir'), creditNote] as const]),
    ],
    action: { label: say('See your invoices', 'Voir vos factures'), path: '/invoices' },
  }),
  vat_number_refused: (_params, { say }) => ({
    subject: say(
      'Your VAT number could not be confirmed',
      'Votre numéro de TVA n’a pas pu être confirmé',
    ),
    paragraphs: [
      say(
        'The official register does not know the VAT number in your billing details. Please correct it, or tell us if it is new: invoices without VAT need a valid number.',
        'Le registre officiel ne connaît pas le numéro de TVA de vos coordonnées de facturation. Veuillez le corriger, ou nous dire s’il est récent\u00a0: les factures sans TVA exigent un numéro valide.',
      ),
    ],
    action: { label: say('Open the settings', 'Ouvrir les paramètres'), path: '/settings' },
  }),
  refund_failed: ({ cents }, { euros, say }) => ({
    subject: say('Your bank refused a refund', 'Votre banque a refusé un remboursement'),
    paragraphs: [
      say(
        'A refund we sent you came back to us. The credits taken back for it are in your account again, and the payment stands until we refund you another way. We have been told, too.',
        'Un remboursement nous est revenu. Les crédits repris à cette occasion sont de nouveau sur votre compte, et le paiement reste valable jusqu’à ce que nous vous remboursions autrement. Nous en sommes informés.',
      ),
    ],
    facts: [[say('Amount returned', 'Montant revenu'), euros(cents)]],
    action: { label: say('See your invoices', 'Voir vos factures'), path: '/invoices' },
  }),
  /** English only, because the recipient is the operator. */
  money_taken_back: ({ what, customer, cents, reason, dueAt, page }, { day, euros }) => {
    const { subject, text, sum } = {
      dispute: {
        subject: `${customer} disputes a payment of ${euros(cents)}`,
        text: 'The bank of this customer has taken the money back. The dispute can be answered at Stripe, and is lost without an answer.',
        sum: 'Amount disputed',
      },
      inquiry: {
        subject: `The bank of ${customer} asks about a payment of ${euros(cents)}`,
        text: 'No money has moved. Without an answer at Stripe the bank may take it back; a full refund before then can avoid that.',
        sum: 'Amount asked about',
      },
      appeal: {
        subject: `The dispute over a payment of ${customer} goes to appeal`,
        text: 'The decision is under appeal, and stands until then. If an answer is awaited, give it at Stripe; without one, the money is lost.',
        sum: 'Amount disputed',
      },
      refund_failed: {
        subject: `A refund to ${customer} has failed`,
        text: 'The bank could not take the money, which is back at Stripe; the credits are back with the customer. Send it again, perhaps by bank transfer: the credit note of the refund stands, and stands for the next one.',
        sum: 'Amount returned',
      },
      refund: {
        subject: `A payment of ${customer} was refunded at Stripe`,
        text: 'Somebody at Stripe, or a bank, has sent money back. Its share of the credits has been taken back.',
        sum: 'Refunded',
      },
      fraud_warning: {
        subject: `A payment of ${customer} is reported as fraud`,
        text: 'The bank that issued the card reports this payment as fraud. No money has moved. Most such payments are disputed later; a full refund before then, in the user list, can avoid the dispute and its fee.',
        sum: 'Amount',
      },
    }[what];
    return {
      subject,
      paragraphs: [text],
      facts: [
        ['Customer', customer],
        [sum, euros(cents)],
        ['Reason', reason],
        ...(dueAt === undefined ? [] : [['Answer by', day(dueAt)] as const]),
        ['At Stripe', page],
      ],
    };
  },
  /** English only, because the recipient is the operator. */
  bounces_to_review: ({ customer, addresses, reportId, listId }, { number }) => ({
    subject: `${customer} reports more wrong verdicts than are refunded automatically`,
    paragraphs: [
      'Bounces say that these addresses do not exist, although we called them valid. Compare them with the result of the list, and replace the credits of those that were wrong in the user list.',
    ],
    facts: [
      ['Customer', customer],
      ['Addresses', number(addresses)],
      ['Report', reportId],
      ...(listId === undefined ? [] : [['List', listId] as const]),
    ],
  }),
  payment_disputed: ({ cents, endsAt }, phrases) => {
    const { say } = phrases;
    const { subscription, facts, action } = disputeDetails(cents, endsAt, phrases);
    return {
      subject: say(
        'A payment of your account is disputed',
        'Un paiement de votre compte est contesté',
      ),
      paragraphs: [
        say(
          'Your bank tells us that a payment is disputed. Until this is decided, the credits for this amount cannot be used, and the API key does not work.',
          'Votre banque nous signale qu’un paiement est contesté. Jusqu’à la décision, les crédits de ce montant ne sont pas utilisables, et la clé d’API ne fonctionne pas.',
        ),
        ...subscription,
        say(
          'If this was a mistake, please tell your bank that you withdraw the dispute.',
          'S’il s’agit d’une erreur, dites à votre banque que vous retirez la contestation.',
        ),
      ],
      facts,
      action,
    };
  },
  dispute_ended: ({ cents, lost, endsAt }, phrases) => {
    const { say } = phrases;
    const { subscription, facts, action } = disputeDetails(cents, endsAt, phrases);
    return {
      subject: say(
        'The dispute over a payment has ended',
        'La contestation d’un paiement est close',
      ),
      paragraphs: [
        lost
          ? say(
              'The money goes back to the cardholder, and the credits for this amount have been taken back.',
              'L’argent retourne au titulaire de la carte, et les crédits de ce montant ont été repris.',
            )
          : say(
              'The payment stands. The credits can be used again.',
              'Le paiement est maintenu. Les crédits sont de nouveau utilisables.',
            ),
        ...subscription,
      ],
      facts,
      action,
    };
  },
  renewal_stopped: ({ endsAt }, { day, say }) => ({
    subject: say(
      'Your account is active again, your subscription ends',
      'Votre compte est de nouveau actif, votre abonnement prend fin',
    ),
    paragraphs: [
      say(
        'Your account is active again. While it was not, we set your subscription to end, so that nothing more is charged.',
        'Votre compte est de nouveau actif. Tant qu’il ne l’était pas, nous avons programmé la fin de votre abonnement, afin que plus rien ne soit prélevé.',
      ),
      say(
        'To keep it, open “Subscription” in the menu and renew it there before it ends. Otherwise, there is nothing to do.',
        'Pour le garder, ouvrez « Abonnement » dans le menu et renouvelez-le avant sa fin. Sinon, vous n’avez rien à faire.',
      ),
    ],
    facts: [[say('End of the subscription', 'Fin de l’abonnement'), day(endsAt)]],
    action: { label: say('Open your account', 'Ouvrir votre compte'), path: '/invoices' },
  }),
  subscription_cancelled: ({ endsAt }, { day, say }) => ({
    subject: say('Your subscription has been canceled', 'Votre abonnement a été résilié'),
    paragraphs: [
      say(
        'This email confirms that your subscription has been canceled. It will not renew.',
        'Cet e-mail confirme la résiliation de votre abonnement. Il ne sera pas renouvelé.',
      ),
      say(
        'Your remaining credits stay in your account and never expire.',
        'Vos crédits restants sont conservés et n’expirent jamais.',
      ),
    ],
    facts: [[say('End of the subscription', 'Fin de l’abonnement'), day(endsAt)]],
    action: { label: say('See the plans', 'Voir les offres'), path: '/pricing-plan' },
  }),
  subscription_unpaid: ({ endsAt }, { day, say }) => ({
    subject: say(
      'Your subscription has ended: it was not paid',
      'Votre abonnement a pris fin, faute de paiement',
    ),
    paragraphs: [
      say(
        'Your subscription has been canceled for non-payment: the last payment failed each time it was tried. It will not be tried again.',
        'Votre abonnement a été résilié pour défaut de paiement : le dernier paiement a échoué à chaque tentative. Il n’y en aura pas d’autre.',
      ),
      say(
        'Your remaining credits stay in your account and never expire. You can subscribe again at any time.',
        'Vos crédits restants sont conservés et n’expirent jamais. Vous pouvez vous abonner de nouveau à tout moment.',
      ),
    ],
    facts: [[say('End of the subscription', 'Fin de l’abonnement'), day(endsAt)]],
    action: { label: say('See the plans', 'Voir les offres'), path: '/pricing-plan' },
  }),
} satisfies Partial<Templates>;
