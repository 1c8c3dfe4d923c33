import { PRODUCT_NAME } from '../../../shared/model/product.ts';
import type { MailTexts } from './mail-texts.ts';
import { frMoney } from './fr-money.ts';
import { listPath } from './list-path.ts';
import { newPasswordPath } from './new-password-path.ts';
import { reasonLines } from './reason-lines.ts';

const number = (value: number): string => value.toLocaleString('fr');

export const fr: MailTexts = {
  greeting: (name) => `Bonjour${name},`,
  colon: ' : ',
  signature: `L’équipe ${PRODUCT_NAME}`,
  footer: `Vous recevez cet e-mail parce que cette adresse est utilisée pour un compte ${PRODUCT_NAME}.`,
  support: 'Contacter l’assistance',
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
        'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et contactez l’assistance.',
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
    list_finished: ({ listName, listId, total, valid, invalid, risky, unknown }) => ({
      subject: `Votre liste « ${listName} » est prête`,
      paragraphs: [`Votre liste « ${listName} » a été vérifiée. Le résultat peut être téléchargé.`],
      facts: [
        ['Adresses e-mail', number(total)],
        ['Valides', number(valid)],
        ['Invalides', number(invalid)],
        ['Risquées', number(risky)],
        ['Inconnues', number(unknown)],
      ],
      action: { label: 'Télécharger le résultat', path: listPath(listId) },
    }),
    list_canceled: ({ listName, listId, reason, recheck }) => ({
      subject: recheck
        ? `La revérification de « ${listName} » a été annulée`
        : `Votre liste « ${listName} » a été annulée`,
      paragraphs: [
        recheck
          ? `La revérification de votre liste « ${listName} » n’a pas pu être menée à son terme. La liste et son résultat restent inchangés.`
          : `Votre liste « ${listName} » n’a pas pu être traitée jusqu’au bout.`,
        ...reasonLines('fr', reason),
        recheck
          ? 'Ses crédits sont de nouveau disponibles.'
          : 'Les crédits des adresses qui n’ont pas été vérifiées sont de nouveau disponibles.',
      ],
      action: { label: 'Voir la liste', path: listPath(listId) },
    }),
    list_rechecked: ({ listName, listId, asked, valid, invalid, risky, unknown }) => ({
      subject: `« ${listName} » revérifiée : ${number(asked - unknown)} réponses sur ${number(asked)}`,
      paragraphs: [
        `Nous avons redemandé les ${number(asked)} adresses de votre liste « ${listName} » qui n’avaient pas pu être vérifiées : ${number(asked - unknown)} ont désormais une réponse, et elles seules ont été payées. Le résultat de la liste est à jour.`,
      ],
      facts: [
        ['Désormais valides', number(valid)],
        ['Désormais invalides', number(invalid)],
        ['Désormais risquées', number(risky)],
        ['Toujours inconnues', number(unknown)],
      ],
      action: { label: 'Télécharger le résultat', path: listPath(listId) },
    }),
    list_paused: ({ listName, needed, available, recheck }) => ({
      subject: recheck
        ? `La revérification de « ${listName} » attend des crédits`
        : `Votre liste « ${listName} » attend des crédits`,
      paragraphs: [
        `${recheck ? 'La revérification de votre liste' : 'Votre liste'} « ${listName} » est en pause, faute de crédits suffisants. Elle démarrera d’elle-même dès qu’il y en aura assez, dans les 30 jours.`,
      ],
      facts: [
        ['Crédits nécessaires', number(needed)],
        ['Crédits disponibles', number(available)],
      ],
      action: { label: 'Acheter des crédits', path: '/pricing-plan' },
    }),
    webhook_failing: ({ host }) => ({
      subject: `Votre webhook vers ${host} a été désactivé`,
      paragraphs: [
        'Depuis trois jours, votre serveur n’a rien accepté de ce que nous lui envoyons. Ce qui attendait encore est marqué comme échoué, et plus rien n’est envoyé.',
        'Dès que votre serveur fonctionne de nouveau, réactivez le webhook. Vous pourrez renvoyer chaque envoi des 30 derniers jours.',
      ],
      facts: [['Serveur', host]],
      action: { label: 'Voir vos webhooks', path: '/webhooks' },
    }),
    ...frMoney,
  },
};
