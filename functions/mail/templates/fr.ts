import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { MailTexts } from './mail-texts.ts';
import { newPasswordPath } from './new-password-path.ts';
import { reasonLines } from './reason-lines.ts';

const number = (value: number): string => value.toLocaleString('fr');
const euros = (cents: number): string =>
  (cents / 100).toLocaleString('fr', { style: 'currency', currency: 'EUR' });
const day = (at: string): string =>
  new Date(at).toLocaleDateString('fr', { dateStyle: 'long', timeZone: 'Europe/Paris' });

export const fr: MailTexts = {
  greeting: (firstName) => `Bonjour ${firstName},`,
  colon: ' : ',
  signature: `L’équipe ${PRODUCT_NAME}`,
  footer: `Vous recevez cet e-mail parce que cette adresse est utilisée pour un compte ${PRODUCT_NAME}.`,
  support: 'Contacter le support',
  bodies: {
    otp: ({ code, minutes }) => ({
      subject: `${code} est votre code ${PRODUCT_NAME}`,
      paragraphs: [
        'Saisissez ce code pour confirmer votre adresse e-mail :',
        `Il est valable ${minutes} minutes et ne sert qu’une fois. Si vous n’avez pas créé de compte, vous pouvez ignorer cet e-mail.`,
      ],
      code,
    }),
    already_registered: () => ({
      subject: `Vous avez déjà un compte ${PRODUCT_NAME}`,
      paragraphs: [
        'Quelqu’un, sans doute vous, a voulu créer un compte avec cette adresse e-mail. Elle en a déjà un, et rien n’a été modifié.',
        'Vous pouvez vous connecter avec votre mot de passe, ou en choisir un nouveau depuis la page de connexion si vous ne le connaissez plus.',
      ],
      action: { label: 'Se connecter', path: '/login' },
    }),
    password_reset: ({ token, email, minutes }) => ({
      subject: `Choisissez un nouveau mot de passe ${PRODUCT_NAME}`,
      paragraphs: [
        `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte ${PRODUCT_NAME}.`,
        `Le lien est valable ${minutes} minutes et ne sert qu’une fois. Si vous n’en avez pas fait la demande, vous pouvez ignorer cet e-mail : votre mot de passe reste le même.`,
      ],
      action: { label: 'Choisir un nouveau mot de passe', path: newPasswordPath(token, email) },
    }),
    password_changed: () => ({
      subject: `Votre mot de passe ${PRODUCT_NAME} a été modifié`,
      paragraphs: [
        'Le mot de passe de votre compte a été modifié, et vos autres sessions sont terminées.',
        'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et contactez le support.',
      ],
      action: { label: 'Choisir un nouveau mot de passe', path: '/forget-password' },
    }),
    account_deleted: () => ({
      subject: `Votre compte ${PRODUCT_NAME} a été supprimé`,
      paragraphs: [
        'Votre compte a été supprimé comme vous l’avez demandé : vos listes et leurs résultats, vos vérifications, vos sessions et vos clés d’API sont effacés ou le seront sous un jour. Un abonnement est résilié.',
        'Ce que la loi nous oblige à conserver, comme les factures, reste sans votre nom ni votre adresse. Ceci est notre dernier e-mail.',
      ],
    }),
    export_ready: ({ path, days }) => ({
      subject: `Vos données chez ${PRODUCT_NAME}`,
      paragraphs: [
        `Les données de votre compte peuvent être téléchargées, pendant ${days} jours.`,
        'Quiconque possède le lien peut les lire : ne transmettez pas cet e-mail. Si vous n’avez pas demandé vos données, changez de mot de passe.',
      ],
      action: { label: 'Télécharger vos données', path },
    }),
    list_finished: ({ listName, total, valid, invalid, risky, unknown }) => ({
      subject: `Votre liste « ${listName} » est prête`,
      paragraphs: [`Votre liste « ${listName} » a été vérifiée. Le résultat peut être téléchargé.`],
      facts: [
        ['Adresses e-mail', number(total)],
        ['Valides', number(valid)],
        ['Non valides', number(invalid)],
        ['Risquées', number(risky)],
        ['Non vérifiables', number(unknown)],
      ],
      action: { label: 'Télécharger le résultat', path: '/dashboard' },
    }),
    list_canceled: ({ listName, reason }) => ({
      subject: `Votre liste « ${listName} » a été annulée`,
      paragraphs: [
        `Votre liste « ${listName} » n’a pas pu être traitée jusqu’au bout.`,
        ...reasonLines('fr', reason),
        'Les crédits des adresses qui n’ont pas été vérifiées sont de nouveau disponibles.',
      ],
      action: { label: 'Voir vos listes', path: '/dashboard' },
    }),
    list_paused: ({ listName, needed, available }) => ({
      subject: `Votre liste « ${listName} » attend des crédits`,
      paragraphs: [
        `Votre liste « ${listName} » est en pause, faute de crédits suffisants. Elle démarrera d’elle-même dès qu’il y en aura assez, dans les 30 jours.`,
      ],
      facts: [
        ['Crédits nécessaires', number(needed)],
        ['Crédits disponibles', number(available)],
      ],
      action: { label: 'Acheter des crédits', path: '/pricing-plan' },
    }),
    purchase: ({ credits, cents, monthly }) => ({
      subject: `${number(credits)} crédits ont été ajoutés à votre compte`,
      paragraphs: [
        monthly
          ? 'Votre abonnement a été payé et les crédits du mois ont été ajoutés à ceux qui vous restaient. Ils n’expirent jamais.'
          : 'Merci de votre achat. Les crédits ont été ajoutés à votre compte et n’expirent jamais.',
        'Le reçu se trouve sur la page de vos factures.',
      ],
      facts: [
        ['Crédits', number(credits)],
        ['Montant payé', euros(cents)],
      ],
      action: { label: 'Voir vos factures', path: '/invoices' },
    }),
    low_credits: ({ available }) => ({
      subject: 'Il vous reste peu de crédits',
      paragraphs: [
        'Votre dernière liste est vérifiée et il reste peu de crédits. Une liste qui en demande davantage attend qu’il y en ait assez.',
      ],
      facts: [['Crédits disponibles', number(available)]],
      action: { label: 'Acheter des crédits', path: '/pricing-plan' },
    }),
    payment_failed: () => ({
      subject: 'Le paiement de votre abonnement a échoué',
      paragraphs: [
        'Votre carte a été refusée pour le paiement de votre abonnement. Un nouvel essai aura lieu dans les prochains jours ; les crédits qui vous restent sont utilisables entre-temps.',
        'Pour changer de carte, ouvrez « Abonnement » dans le menu.',
      ],
      action: { label: 'Ouvrir votre compte', path: '/invoices' },
    }),
    refunded: ({ cents, total, credits }) => ({
      subject: 'Un paiement a été remboursé',
      paragraphs: [
        'L’argent d’un paiement retourne sur la carte ou le compte d’où il venait, et la part correspondante des crédits a été reprise. Votre banque peut mettre quelques jours à l’afficher.',
        'Si une partie de ces crédits a été utilisée, le prochain achat la compense d’abord.',
      ],
      facts: [
        ['Remboursé', `${euros(cents)} sur ${euros(total)}`],
        ['Crédits repris', number(credits)],
      ],
      action: { label: 'Voir vos factures', path: '/invoices' },
    }),
    payment_disputed: ({ cents }) => ({
      subject: 'Un paiement de votre compte est contesté',
      paragraphs: [
        'Votre banque nous signale qu’un paiement est contesté. Jusqu’à la décision, ses crédits ne sont pas utilisables, la clé d’API ne fonctionne pas et un abonnement n’est pas renouvelé.',
        'S’il s’agit d’une erreur, dites à votre banque que vous retirez la contestation.',
      ],
      facts: [['Montant contesté', euros(cents)]],
      action: { label: 'Voir vos factures', path: '/invoices' },
    }),
    dispute_ended: ({ cents, lost }) => ({
      subject: 'La contestation d’un paiement est close',
      paragraphs: [
        lost
          ? 'L’argent retourne au titulaire de la carte, et les crédits de ce paiement ont été repris.'
          : 'Le paiement est maintenu. Ses crédits sont de nouveau utilisables, et un abonnement qui ne devait plus être renouvelé à cause de la contestation continue.',
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
  },
};
