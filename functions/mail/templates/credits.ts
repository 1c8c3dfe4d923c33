import type { Phrases } from './phrases.ts';
import type { Templates } from './templates.ts';

const giftNotes = ({ say }: Phrases) => ({
  gift: say(
    'These credits are a gift from us and never expire.',
    'Nous vous offrons ces crédits, qui n’expirent jamais.',
  ),
  replacement: say(
    'These credits replace those of a list whose results were wrong, and never expire. We apologize.',
    'Ces crédits remplacent ceux d’une liste dont des résultats étaient erronés, et n’expirent jamais. Veuillez nous excuser.',
  ),
  bounces: say(
    'You reported bounces from addresses that we had called valid. We checked them again and were wrong: these credits are yours again and never expire. We apologize.',
    'Vous avez signalé des retours d’adresses que nous avions données pour valides. Nous les avons revérifiées et nous nous étions trompés\u00a0: ces crédits vous sont rendus et n’expirent jamais. Veuillez nous excuser.',
  ),
});

export const creditMails = {
  purchase: ({ credits, cents, monthly, automatic, given, invoice, sums }, phrases) => {
    const { euros, number, say } = phrases;
    return {
      subject: say(
        `${number(credits)} ${credits === 1 ? 'credit has' : 'credits have'} been added to your account`,
        `${number(credits)} ${credits === 1 ? 'crédit a été ajouté' : 'crédits ont été ajoutés'} à votre compte`,
      ),
      paragraphs: [
        given
          ? giftNotes(phrases)[given]
          : automatic
            ? say(
                'Your credits ran low, so a pack was bought with your saved card, as you chose in the settings. The credits never expire. You can change or stop this there at any time.',
                'Il restait peu de crédits : un pack a été acheté avec votre carte enregistrée, comme choisi dans les paramètres. Les crédits n’expirent jamais. Vous pouvez y modifier ou arrêter cela à tout moment.',
              )
            : monthly
              ? say(
                  'Your subscription has been paid and its credits have been added to those you had left. They never expire.',
                  'Votre abonnement a été payé et ses crédits ont été ajoutés à ceux qui vous restaient. Ils n’expirent jamais.',
                )
              : say(
                  'Thank you for your purchase. The credits have been added to your account and never expire.',
                  'Merci de votre achat. Les crédits ont été ajoutés à votre compte et n’expirent jamais.',
                ),
        ...(given
          ? []
          : [
              say(
                'All your invoices are on the “Billing” page.',
                'Toutes vos factures sont sur la page « Facturation ».',
              ),
            ]),
      ],
      facts: [
        [say('Credits', 'Crédits'), number(credits)],
        ...(sums
          ? [
              [say('Excl. VAT', 'Hors taxes'), euros(sums.netCents)] as const,
              [say('VAT', 'TVA'), euros(sums.vatCents)] as const,
            ]
          : []),
        ...(given ? [] : [[say('Total paid', 'Total payé'), euros(cents)] as const]),
        ...(invoice ? [[say('Invoice', 'Facture'), invoice.number] as const] : []),
      ],
      action: given
        ? { label: say('Verify a list', 'Vérifier une liste'), path: '/dashboard' }
        : invoice
          ? { label: say('Open the invoice', 'Ouvrir la facture'), path: invoice.path }
          : { label: say('See your invoices', 'Voir vos factures'), path: '/invoices' },
    };
  },
  credits_corrected: ({ credits, reason }, { number, say }) => ({
    subject: say('Your credits have been corrected', 'Vos crédits ont été corrigés'),
    paragraphs: [
      say(
        'Our support team corrected your credit balance. If you did not expect this, please contact us.',
        'Notre équipe d’assistance a corrigé votre solde de crédits. Si cela vous étonne, contactez-nous.',
      ),
      say(`Reason: ${reason}`, `Motif\u00a0: ${reason}`),
    ],
    facts: [[say('Credits taken back', 'Crédits repris'), number(credits)]],
    action: { label: say('See your credits', 'Voir vos crédits'), path: '/usage' },
  }),
  low_credits: ({ available }, { number, say }) => ({
    subject: say('You are running out of credits', 'Il vous reste peu de crédits'),
    paragraphs: [
      say(
        'Your last list is verified, and few credits are left. A list that needs more waits until there are enough.',
        'Votre dernière liste est vérifiée et il reste peu de crédits. Une liste qui en demande davantage attend qu’il y en ait assez.',
      ),
    ],
    facts: [[say('Credits available', 'Crédits disponibles'), number(available)]],
    action: { label: say('Buy credits', 'Acheter des crédits'), path: '/pricing-plan' },
  }),
  top_up_failed: ({ credits, why, paused }, { number, say }) => ({
    subject: paused
      ? say('Your automatic top-up is paused', 'Votre rechargement automatique est en pause')
      : say('An automatic top-up failed', 'Un rechargement automatique a échoué'),
    paragraphs: [
      {
        declined: say(
          `The pack of ${number(credits)} credits could not be paid with your saved card.`,
          `Le pack de ${number(credits)} crédits n’a pas pu être payé avec votre carte enregistrée.`,
        ),
        confirm: say(
          `Your bank asks you to confirm the payment for the pack of ${number(credits)} credits.`,
          `Votre banque vous demande de confirmer le paiement du pack de ${number(credits)} crédits.`,
        ),
        no_card: say(
          `No card is saved for the pack of ${number(credits)} credits.`,
          `Aucune carte n’est enregistrée pour le pack de ${number(credits)} crédits.`,
        ),
      }[why],
      paused
        ? say(
            'Automatic top-ups are paused: nothing is bought until you switch them on again in the settings.',
            'Les rechargements automatiques sont en pause : rien n’est acheté tant que vous ne les réactivez pas dans les paramètres.',
          )
        : say(
            'Nothing is lost: pay it yourself from the settings, with this card or another one. Otherwise, we try once more, in a day at the earliest, if credits are still low.',
            'Rien n’est perdu : payez-le vous-même depuis les paramètres, avec cette carte ou une autre. Sinon, un nouvel essai aura lieu dans un jour au plus tôt, s’il reste encore peu de crédits.',
          ),
    ],
    action: { label: say('Open the settings', 'Ouvrir les paramètres'), path: '/settings' },
  }),
  top_up_price: ({ credits, cents, agreedCents }, { euros, number, say }) => ({
    subject: say(
      'Your automatic top-up is paused: the price has changed',
      'Votre rechargement automatique est en pause, car le prix a changé',
    ),
    paragraphs: [
      say(
        `Your credits are low, and the pack of ${number(credits)} credits now costs more than when you chose it. Nothing was bought.`,
        `Il vous reste peu de crédits, et le pack de ${number(credits)} crédits coûte désormais plus que lorsque vous l’avez choisi. Rien n’a été acheté.`,
      ),
      say(
        'To accept the new price, save your choices again in the settings. You can also choose another pack there.',
        'Pour accepter le nouveau prix, enregistrez à nouveau vos choix dans les paramètres. Vous pouvez aussi y choisir un autre pack.',
      ),
    ],
    facts: [
      [say('Price before, excl. VAT', 'Ancien prix, hors taxes'), euros(agreedCents)],
      [say('Price now, excl. VAT', 'Nouveau prix, hors taxes'), euros(cents)],
    ],
    action: { label: say('Open the settings', 'Ouvrir les paramètres'), path: '/settings' },
  }),
  credits_below: ({ available, level }, { number, say }) => ({
    subject: say(
      `Fewer than ${number(level)} credits are left`,
      `Il vous reste moins de ${number(level)} crédits`,
    ),
    paragraphs: [
      say(
        `Your available credits have fallen below ${number(level)}, the level you chose. Checks go on as long as there are any; a list that needs more waits until there are enough.`,
        `Vos crédits disponibles sont passés sous ${number(level)}, le seuil que vous avez choisi. Les vérifications continuent tant qu’il en reste ; une liste qui en demande davantage attend qu’il y en ait assez.`,
      ),
      say(
        'You can change this level in the settings. We tell you again only after the balance has been above it.',
        'Vous pouvez changer ce seuil dans les paramètres. Un nouvel e-mail ne vous préviendra qu’une fois que le solde l’aura dépassé.',
      ),
    ],
    facts: [[say('Credits available', 'Crédits disponibles'), number(available)]],
    action: { label: say('Buy credits', 'Acheter des crédits'), path: '/pricing-plan' },
  }),
} satisfies Partial<Templates>;
