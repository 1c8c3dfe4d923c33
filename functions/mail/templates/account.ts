import { oneLine, type Phrases } from './phrases.ts';
import type { MailContentOf, Templates } from './templates.ts';
import { PRODUCT_NAME } from '../../../shared/model/product.ts';

const newPasswordPath = (token: string, email: string): `/${string}` =>
  `/new-password?${new URLSearchParams({ token, email }).toString()}`;

const ifNotYou = (say: Phrases['say']): string =>
  say(
    'If this was not you, choose a new password right away and contact support.',
    'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe et contactez l’assistance.',
  );

const securityPage = (say: Phrases['say']) =>
  ({
    label: say('Open security settings', 'Ouvrir la page Sécurité'),
    path: '/security',
  }) as const;

type AccessParams = MailContentOf<'access_changed'>['params'];
type AccessItem = Omit<AccessParams['changes'][number], 'what'>;

const kindOf = (kind: AccessItem['kind'], say: Phrases['say']): string =>
  ({
    session: say('Login', 'Connexion'),
    key: say('API key', 'Clé d’API'),
    endpoint: 'Webhook',
    form: say('Form', 'Formulaire'),
    connection: say('Connection', 'Connexion à un service'),
    member: say('Member', 'Membre'),
    sso: say('Single sign-on', 'Authentification unique'),
    factor: say('Second factor', 'Second facteur'),
  })[kind];

const detailsOf = ({ name, at, by }: AccessItem, { moment }: Phrases): string =>
  [oneLine(name), at && moment(at), by && oneLine(by)].filter(Boolean).join(', ');

/**
 * Names what else can act for the account after a change of the password or the factors. Returns
 * nothing if the message has no list of items.
 */
const accessOf = (access: readonly AccessItem[] | undefined, phrases: Phrases) => {
  const { say } = phrases;
  if (!access) return { paragraphs: [], facts: [] };
  return {
    paragraphs: [
      access.length === 0
        ? say(
            'Nothing else can act for your account.',
            'Rien d’autre ne peut agir pour votre compte.',
          )
        : say(
            'What is listed here can still act for your account. End what you do not know on the “Security” page.',
            'Ce qui est listé ici peut encore agir pour votre compte. Mettez fin à ce que vous ne connaissez pas sur la page « Sécurité ».',
          ),
    ],
    facts: access.map((item) => [kindOf(item.kind, say), detailsOf(item, phrases)] as const),
  };
};

export const accountMails = {
  otp: ({ code, minutes }, { say }) => ({
    subject: say(`${code} is your ${PRODUCT_NAME} code`, `${code} est votre code ${PRODUCT_NAME}`),
    paragraphs: [
      say(
        'Enter this code to confirm your email address:',
        'Saisissez ce code pour confirmer votre adresse e-mail :',
      ),
      say(
        `It is valid for ${minutes} minutes and can be used once. If you did not create an account, you can ignore this email.`,
        `Il est valable ${minutes} minutes et ne sert qu’une fois. Si vous n’avez pas créé de compte, vous pouvez ignorer cet e-mail.`,
      ),
    ],
    code,
    footer: say(
      `You are receiving this email because somebody entered this address to create a ${PRODUCT_NAME} account.`,
      `Vous recevez cet e-mail car quelqu’un a saisi cette adresse pour créer un compte ${PRODUCT_NAME}.`,
    ),
  }),
  already_registered: (_, { say }) => ({
    subject: say(
      `You already have a ${PRODUCT_NAME} account`,
      `Vous avez déjà un compte ${PRODUCT_NAME}`,
    ),
    paragraphs: [
      say(
        'Someone, probably you, tried to create an account with this email address. It already has one, and nothing was changed.',
        'Quelqu’un, sans doute vous, a voulu créer un compte avec cette adresse e-mail. Un compte l’utilise déjà, et rien n’a été modifié.',
      ),
      say(
        'You can log in with your password, or choose a new one from the login page if you have forgotten it.',
        'Vous pouvez vous connecter avec votre mot de passe, ou en choisir un nouveau depuis la page de connexion si vous l’avez oublié.',
      ),
    ],
    action: { label: say('Log in', 'Se connecter'), path: '/login' },
  }),
  invitation: ({ account, by, role, path, days }, { say }) => {
    const may = {
      admin: say('manage the account', 'gérer le compte'),
      billing: say('pay for the account', 'payer pour le compte'),
      member: say('verify addresses', 'vérifier des adresses'),
      viewer: say('read results', 'lire les résultats'),
    }[role];
    return {
      subject: say(
        `${oneLine(by)} invites you to ${PRODUCT_NAME}`,
        `${oneLine(by)} vous invite sur ${PRODUCT_NAME}`,
      ),
      paragraphs: [
        say(
          `${oneLine(by)} invites you to join the account “${oneLine(account)}” on ${PRODUCT_NAME}, which verifies email addresses. You could ${may}.`,
          `${oneLine(by)} vous invite à rejoindre le compte « ${oneLine(account)} » sur ${PRODUCT_NAME}, qui vérifie des adresses e-mail. Vous pourriez y ${may}.`,
        ),
        say(
          `The link is for you alone and valid for ${days} days. On its page, you can also decline, or refuse all invitations.`,
          `Le lien est pour vous seul et valable ${days} jours. Sur sa page, vous pouvez aussi refuser, ou refuser toute invitation.`,
        ),
      ],
      action: { label: say('See the invitation', 'Voir l’invitation'), path },
      footer: say(
        `You are receiving this email because a customer of ${PRODUCT_NAME} entered this address.`,
        `Vous recevez cet e-mail car un client de ${PRODUCT_NAME} a saisi cette adresse.`,
      ),
    };
  },
  account_offered: ({ account, by, days }, { say }) => ({
    subject: say(
      `${oneLine(by)} wants to hand a ${PRODUCT_NAME} account over to you`,
      `${oneLine(by)} veut vous céder un compte ${PRODUCT_NAME}`,
    ),
    paragraphs: [
      say(
        `${oneLine(by)} offers you the account “${oneLine(account)}”. As its owner, you would be responsible for its payments and its terms.`,
        `${oneLine(by)} vous propose le compte « ${oneLine(account)} ». En tant que propriétaire, vous seriez responsable de ses paiements et de ses conditions.`,
      ),
      say(
        `You can accept or decline within ${days} days on the “Team” page.`,
        `Vous pouvez accepter ou refuser pendant ${days} jours sur la page « Équipe ».`,
      ),
    ],
    action: { label: say('Open the team page', 'Ouvrir la page Équipe'), path: '/members' },
  }),
  account_transferred: ({ account, to }, { say }) => ({
    subject: say(
      `Your ${PRODUCT_NAME} account has a new owner`,
      `Votre compte ${PRODUCT_NAME} a un nouveau propriétaire`,
    ),
    paragraphs: [
      say(
        `${oneLine(to)} has accepted the account “${oneLine(account)}”. You are an administrator of it now, and your sessions have ended: please log in again.`,
        `${oneLine(to)} a accepté le compte « ${oneLine(account)} ». Vous en êtes maintenant administrateur, et vos sessions sont terminées : reconnectez-vous.`,
      ),
      say(
        'If you did not offer the account, contact support right away.',
        'Si vous n’avez pas proposé ce compte, contactez tout de suite l’assistance.',
      ),
    ],
  }),
  password_reset: ({ token, email, minutes }, { say }) => ({
    subject: say(
      `Choose a new ${PRODUCT_NAME} password`,
      `Choisissez un nouveau mot de passe ${PRODUCT_NAME}`,
    ),
    paragraphs: [
      say(
        `Someone, probably you, asked for a new password for your ${PRODUCT_NAME} account.`,
        `Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour votre compte ${PRODUCT_NAME}.`,
      ),
      say(
        `The link is valid for ${minutes} minutes and can be used once. If you did not ask for it, you can ignore this email: your password stays as it is.`,
        `Le lien est valable ${minutes} minutes et ne sert qu’une fois. Si vous n’en avez pas fait la demande, vous pouvez ignorer cet e-mail : votre mot de passe reste le même.`,
      ),
    ],
    action: {
      label: say('Choose a new password', 'Choisir un nouveau mot de passe'),
      path: newPasswordPath(token, email),
    },
  }),
  access_changed: ({ changes }, phrases) => {
    const { say } = phrases;
    const labels = {
      added: say('added', 'ajout'),
      changed: say('changed', 'modification'),
      removed: say('removed', 'retrait'),
    };
    return {
      subject: say(
        `What can act for your ${PRODUCT_NAME} account has changed`,
        `Ce qui peut agir pour votre compte ${PRODUCT_NAME} a changé`,
      ),
      paragraphs: [
        say('These changes were made:', 'Ces modifications ont été faites :'),
        say(
          'If they were made neither by you nor by a program of yours, choose a new password and end everything added since on the “Security” page.',
          'Si elles ne viennent ni de vous ni de l’un de vos programmes, choisissez un nouveau mot de passe et mettez fin à tout ce qui a été ajouté depuis sur la page « Sécurité ».',
        ),
      ],
      facts: changes.map(
        (item) =>
          [`${kindOf(item.kind, say)} (${labels[item.what]})`, detailsOf(item, phrases)] as const,
      ),
      action: securityPage(say),
    };
  },
  password_changed: ({ access }, phrases) => {
    const { say } = phrases;
    const left = accessOf(access, phrases);
    return {
      subject: say(
        `Your ${PRODUCT_NAME} password was changed`,
        `Votre mot de passe ${PRODUCT_NAME} a été modifié`,
      ),
      paragraphs: [
        say(
          'The password of your account was changed, and your other sessions have ended.',
          'Le mot de passe de votre compte a été modifié, et vos autres sessions sont terminées.',
        ),
        ifNotYou(say),
        ...left.paragraphs,
      ],
      facts: left.facts,
      action: {
        label: say('Choose a new password', 'Choisir un nouveau mot de passe'),
        path: '/forget-password',
      },
    };
  },
  factors_changed: ({ what, access }, phrases) => {
    const { say } = phrases;
    const left = accessOf(access, phrases);
    return {
      subject:
        what === 'recovery_code_used'
          ? say(
              `A recovery code of your ${PRODUCT_NAME} account was used`,
              `Un code de secours de votre compte ${PRODUCT_NAME} a été utilisé`,
            )
          : say(
              `The second factor of your ${PRODUCT_NAME} account was changed`,
              `Le second facteur de votre compte ${PRODUCT_NAME} a été modifié`,
            ),
      paragraphs: [
        {
          factor_added: say(
            'A second factor was added to your account, and your other sessions have ended.',
            'Un second facteur a été ajouté à votre compte, et vos autres sessions sont terminées.',
          ),
          factor_removed: say(
            'A second factor was removed from your account, and your other sessions have ended.',
            'Un second facteur a été retiré de votre compte, et vos autres sessions sont terminées.',
          ),
          recovery_codes_made: say(
            'Your account has new recovery codes, and your other sessions have ended.',
            'Votre compte a de nouveaux codes de secours, et vos autres sessions sont terminées.',
          ),
          recovery_code_used: say(
            'A recovery code was used in place of your second factor.',
            'Un code de secours a été utilisé à la place de votre second facteur.',
          ),
        }[what],
        ifNotYou(say),
        ...left.paragraphs,
      ],
      facts: left.facts,
      action: securityPage(say),
    };
  },
  factor_reset: ({ at, path }, { say, day }) => ({
    subject: say(
      `Your ${PRODUCT_NAME} second factor will be removed`,
      `Le second facteur de votre compte ${PRODUCT_NAME} va être retiré`,
    ),
    paragraphs: [
      say(
        `Someone, probably you, told our support that you have lost your second factor. On ${day(at)}, 24 hours after this email, it will no longer be required to log in.`,
        `Quelqu’un, sans doute vous, a dit à notre assistance que vous avez perdu votre second facteur. Le ${day(at)}, 24 heures après cet e-mail, il ne sera plus demandé pour se connecter.`,
      ),
      say(
        'If this was not you, cancel the removal and choose a new password.',
        'Si ce n’était pas vous, annulez ce retrait et choisissez un nouveau mot de passe.',
      ),
    ],
    action: { label: say('Cancel the removal', 'Annuler le retrait'), path },
  }),
  account_deleted: (_, { say }) => ({
    subject: say(
      `Your ${PRODUCT_NAME} account was deleted`,
      `Votre compte ${PRODUCT_NAME} a été supprimé`,
    ),
    paragraphs: [
      say(
        'Your account was deleted as you asked: your lists and their results, checks, sessions and API keys are deleted within a day at most. Any subscription is canceled.',
        'Votre compte a été supprimé à votre demande : vos listes et leurs résultats, vos vérifications, vos sessions et vos clés d’API sont effacés en un jour au plus. Tout abonnement est résilié.',
      ),
      say(
        'The law requires us to keep invoices for ten years, with the name and address on them. Our own records of payments and credits stay as long, without your name and address. This is our last email to you.',
        'La loi nous oblige à conserver les factures dix ans, avec le nom et l’adresse qui y figurent. Nos propres écritures de paiements et de crédits restent aussi longtemps, sans votre nom ni votre adresse. Ceci est notre dernier e-mail.',
      ),
    ],
    footer: say(
      `You are receiving this email because this address had a ${PRODUCT_NAME} account.`,
      `Vous recevez cet e-mail car un compte ${PRODUCT_NAME} utilisait cette adresse.`,
    ),
  }),
  account_closed_member: ({ account }, { say }) => ({
    subject: say(
      `The account “${oneLine(account)}” was closed`,
      `Le compte « ${oneLine(account)} » a été fermé`,
    ),
    paragraphs: [
      say(
        `Its owner closed the ${PRODUCT_NAME} account “${oneLine(account)}”, of which you were a member. Its lists and results are deleted within a day at most.`,
        `Son propriétaire a fermé le compte ${PRODUCT_NAME} « ${oneLine(account)} », dont vous étiez membre. Ses listes et leurs résultats sont effacés en un jour au plus.`,
      ),
      say(
        'Your login remains. If you no longer need it, you can delete it in the settings.',
        'Votre accès reste ouvert. Si vous n’en avez plus besoin, vous pouvez le supprimer dans les paramètres.',
      ),
    ],
    action: { label: say('Open the settings', 'Ouvrir les paramètres'), path: '/settings' },
  }),
  export_ready: ({ path, days }, { say }) => ({
    subject: say(`Your data from ${PRODUCT_NAME}`, `Vos données chez ${PRODUCT_NAME}`),
    paragraphs: [
      say(
        `You can download the data of your account for ${days} days.`,
        `Vous pouvez télécharger les données de votre compte pendant ${days} jours.`,
      ),
      say(
        'Anyone with the link can read them: please do not forward this email. If you did not ask for your data, change your password.',
        'Quiconque possède le lien peut les lire : ne transférez pas cet e-mail. Si vous n’avez pas demandé vos données, changez de mot de passe.',
      ),
    ],
    action: { label: say('Download your data', 'Télécharger vos données'), path },
  }),
} satisfies Partial<Templates>;
