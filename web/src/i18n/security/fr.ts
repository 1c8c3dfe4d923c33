import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  lead: 'Un second facteur protège votre compte même si quelqu’un connaît votre mot de passe.',
  required:
    'Les administrateurs ont besoin d’un second facteur. Ajoutez une application d’authentification ou une clé d’accès pour continuer.',
  failed: 'Vos seconds facteurs n’ont pas pu être chargés.',
  added: 'Le second facteur est ajouté, et vos autres sessions sont terminées.',
  removed: 'Le second facteur est retiré, et vos autres sessions sont terminées.',
  never: 'Jamais',
  remove: 'Retirer',
  removeNamed: 'Retirer\u00a0: {{name}}',
  removeTitle: 'Retirer «\u00a0{{name}}\u00a0»\u00a0?',
  removeText:
    'Vous ne pourrez plus l’utiliser pour vous connecter. Vos autres sessions se terminent.',
  app: {
    title: 'Application d’authentification',
    lead: 'Une application sur votre téléphone affiche un code à six chiffres, à saisir après votre mot de passe.',
    on: 'Un code de l’application vous est demandé après votre mot de passe.',
    add: 'Ajouter une application d’authentification',
    scan: 'Scannez le code QR avec l’application, puis saisissez le code qu’elle affiche.',
    qr: 'Code QR pour l’application d’authentification',
    secret: 'Ou saisissez cette clé dans l’application\u00a0:',
    confirm: 'Ajouter',
  },
  passkeys: {
    title: 'Clés d’accès',
    lead: 'Avec une clé d’accès, vous vous connectez avec votre empreinte, votre visage ou un code PIN, sans mot de passe.',
    name: 'Nom',
    nameHint: 'Par exemple\u00a0: Ordinateur portable',
    nameText: 'Le nom vous aide à reconnaître la clé d’accès plus tard.',
    created: 'Ajoutée',
    used: 'Dernière utilisation',
    add: 'Ajouter une clé d’accès',
    create: 'Créer la clé d’accès',
  },
  codes: {
    heading: 'Codes de secours',
    left_one: 'Il vous reste {{count, number}} code.',
    left_many: 'Il vous reste {{count, number}} de codes.',
    left_other: 'Il vous reste {{count, number}} codes.',
    renew: 'Créer de nouveaux codes',
    renewTitle: 'Créer de nouveaux codes de secours\u00a0?',
    renewText: 'Les anciens codes ne fonctionneront plus, et vos autres sessions se terminent.',
    title: 'Vos codes de secours',
    text: 'Gardez ces codes en lieu sûr\u00a0: chacun sert une fois si vous perdez vos facteurs. Ils ne sont affichés que maintenant.',
    done: 'Je les ai enregistrés',
  },
  proof: {
    title: 'Confirmez que c’est bien vous',
    text: 'Cette action demande une preuve de moins de dix minutes.',
    passkey: 'Utiliser une clé d’accès',
    noPasskey: 'Aucune clé d’accès n’a été utilisée.',
    totp: 'Code de l’application d’authentification',
    totp_hint: 'Six chiffres',
    recovery_code: 'Code de secours',
    recovery_code_hint: 'Chaque code sert une fois.',
    useRecoveryCode: 'Utiliser un code de secours',
    other: 'Utiliser une autre méthode',
    submit: 'Confirmer',
  },
  login: {
    lead: 'Confirmez avec votre second facteur.',
    passkeyLead: 'Connectez-vous avec une clé d’accès, sans mot de passe.',
  },
  reset: {
    text: 'Notre assistance a appris que vous avez perdu vos seconds facteurs. Ils seront retirés\u00a0: {{time}}.',
    title: 'Garder vos seconds facteurs\u00a0?',
    question:
      'Ils ne seront pas retirés. Si vous n’en avez pas fait la demande, choisissez aussi un nouveau mot de passe.',
    cancel: 'Annuler le retrait',
  },
} satisfies Translated<typeof en>;
