import { isTextKey, getText } from '../../../shared/texts/text.ts';
import type { Language } from '../../../shared/model/account.ts';
import { findCheapestPlans } from '../../../shared/model/plans/cheapest-plans.ts';
import { getPlansOnSale } from '../../../shared/model/plans/plans.ts';
import type { VerdictKind } from '../../../shared/model/verdict.ts';
import { replaceNarrowSpaces } from '../../../shared/model/wide-spaces.ts';
import { oneLine, type Phrases } from './phrases.ts';
import type { Templates } from './templates.ts';

/** Returns the path of a list's page, or of all lists if the message has no list id. */
const listPath = (listId: string | undefined): `/${string}` =>
  listId === undefined ? '/dashboard' : `/lists/${listId}`;

function reasonLines(language: Language, reason: string): readonly string[] {
  const key = `reason.${reason}`;
  return isTextKey(key) ? [`${getText(language, key)}.`] : [];
}

/** Euro cents of the cheapest packs with at least this many credits, as on the list's page. */
const packCents = (credits: number): number =>
  findCheapestPlans(
    getPlansOnSale().map(({ type, credits: each, cents }) => ({
      type,
      credits: each,
      price_cents: cents,
    })),
    credits,
  )?.packs.cents ?? 0;

const countsByVerdict = (
  { valid, invalid, risky, unknown }: Readonly<Record<VerdictKind, number>>,
  { number, say }: Pick<Phrases, 'number' | 'say'>,
): (readonly [string, string])[] => [
  [say('Valid', 'Valides'), number(valid)],
  [say('Invalid', 'Invalides'), number(invalid)],
  [say('Risky', 'À risque'), number(risky)],
  [say('Unknown', 'Inconnues'), number(unknown)],
];

export const listMails = {
  list_finished: (
    { listName, listId, total, valid, invalid, risky, unknown, misread },
    { number, say },
  ) => ({
    subject: misread
      ? say(
          `Check your list “${listName}”: almost none of its addresses exist`,
          `Vérifiez votre liste « ${listName} » : presque aucune adresse n’existe`,
        )
      : say(`Your list “${listName}” is ready`, `Votre liste « ${listName} » est prête`),
    paragraphs: [
      say(
        `Your list “${listName}” has been verified. The result can now be downloaded.`,
        `Votre liste « ${listName} » a été vérifiée. Le résultat peut être téléchargé.`,
      ),
      ...(misread
        ? [
            say(
              'Almost none of the addresses exist. The rows above show cells of your file and the addresses that we read. If they are right, you need do nothing.',
              'Presque aucune adresse n’existe. Les lignes ci-dessus montrent des cellules de votre fichier et les adresses que nous avons lues. Si elles sont justes, vous n’avez rien à faire.',
            ),
          ]
        : []),
      ...(misread?.cancelable
        ? [
            say(
              'If they are wrong, you can cancel the list on its page within 48 hours, once in 30 days: we return its credits and delete its result.',
              'Si elles sont fausses, vous pouvez annuler la liste sur sa page dans les 48 heures, une fois tous les 30 jours : nous rendons ses crédits et supprimons son résultat.',
            ),
          ]
        : []),
    ],
    bar: { valid, invalid, risky, unknown },
    facts: [
      [say('Email addresses', 'Adresses e-mail'), number(total)],
      ...countsByVerdict({ valid, invalid, risky, unknown }, { number, say }),
      ...(misread?.rows ?? []).map(({ row, cell, address }): readonly [string, string] => [
        say(`Row ${number(row)}, “${oneLine(cell)}”`, `Ligne ${number(row)}, « ${oneLine(cell)} »`),
        address,
      ]),
    ],
    action: {
      label: say('See the result', 'Voir le résultat'),
      path: listPath(listId),
    },
  }),
  list_canceled: ({ listName, listId, reason, recheck }, { language, say }) => ({
    subject: recheck
      ? say(
          `The recheck of “${listName}” was canceled`,
          `La revérification de « ${listName} » a été annulée`,
        )
      : say(`Your list “${listName}” was canceled`, `Votre liste « ${listName} » a été annulée`),
    paragraphs: [
      recheck
        ? say(
            `The recheck of your list “${listName}” could not be completed. The list and its result are unchanged.`,
            `La revérification de votre liste « ${listName} » n’a pas pu être menée à son terme. La liste et son résultat restent inchangés.`,
          )
        : say(
            `Your list “${listName}” could not be fully processed.`,
            `Votre liste « ${listName} » n’a pas pu être traitée jusqu’au bout.`,
          ),
      ...reasonLines(language, reason),
      recheck
        ? say('Its credits are available again.', 'Ses crédits sont de nouveau disponibles.')
        : say(
            'Credits for addresses that were not verified are available again.',
            'Les crédits des adresses qui n’ont pas été vérifiées sont de nouveau disponibles.',
          ),
    ],
    action: { label: say('Open the list', 'Voir la liste'), path: listPath(listId) },
  }),
  list_rechecked: (
    { listName, listId, asked, valid, invalid, risky, unknown, corrections },
    { number, say },
  ) => ({
    subject: corrections
      ? say(
          `Corrections in “${listName}” were verified: ${number(valid)} of ${number(asked)} valid`,
          `Corrections de « ${listName} » vérifiées, valides : ${number(valid)} sur ${number(asked)}`,
        )
      : say(
          `“${listName}” was rechecked: ${number(asked - unknown)} of ${number(asked)} answered`,
          `« ${listName} » revérifiée, réponses : ${number(asked - unknown)} sur ${number(asked)}`,
        ),
    paragraphs: [
      corrections
        ? say(
            `We verified the suggested corrections of your list “${listName}”. You paid only for those with an answer. Download them on the page of the list.`,
            `Nous avons vérifié les corrections proposées pour votre liste « ${listName} ». Vous n’avez payé que celles qui ont une réponse. Téléchargez-les sur la page de la liste.`,
          )
        : say(
            `We rechecked the unknown addresses of your list “${listName}”. You paid only for those that now have an answer. The result is up to date.`,
            `Nous avons revérifié les adresses inconnues de votre liste « ${listName} ». Vous n’avez payé que celles qui ont désormais une réponse. Le résultat est à jour.`,
          ),
    ],
    bar: { valid, invalid, risky, unknown },
    facts: corrections
      ? countsByVerdict({ valid, invalid, risky, unknown }, { number, say })
      : [
          [say('Valid now', 'Désormais valides'), number(valid)],
          [say('Invalid now', 'Désormais invalides'), number(invalid)],
          [say('Risky now', 'Désormais à risque'), number(risky)],
          [say('Still unknown', 'Toujours inconnues'), number(unknown)],
        ],
    action: {
      label: say('See the result', 'Voir le résultat'),
      path: listPath(listId),
    },
  }),
  list_changed: ({ listName, listId, asked, changed, gone, gained }, { number, say }) => ({
    subject: say(
      `What changed in “${listName}”: ${number(gone)} no longer valid, ${number(gained)} newly valid`,
      `Changements dans « ${listName} » : valides perdues ${number(gone)}, gagnées ${number(gained)}`,
    ),
    paragraphs: [
      say(
        `You watch the list “${listName}”. We rechecked the addresses whose answer may have changed. The result is up to date.`,
        `Vous surveillez la liste « ${listName} ». Nous avons revérifié les adresses dont la réponse a pu changer. Le résultat est à jour.`,
      ),
    ],
    bar: { valid: gained, invalid: gone, unknown: changed - gone - gained },
    facts: [
      [say('Addresses rechecked', 'Adresses revérifiées'), number(asked)],
      [say('No longer valid', 'Ne sont plus valides'), number(gone)],
      [say('Newly valid', 'Désormais valides'), number(gained)],
      [say('Other changes', 'Autres changements'), number(changed - gone - gained)],
    ],
    action: {
      label: say('See what changed', 'Voir les changements'),
      path: `${listPath(listId)}?only=changed`,
    },
  }),
  watch_stopped: ({ listName, listId, reason }, { language, say }) => ({
    subject: say(`“${listName}” is no longer watched`, `« ${listName} » n’est plus surveillée`),
    paragraphs: [
      `${getText(language, `watch.${reason}`)}.`,
      say(
        'Nothing was charged, and the result is unchanged. You can watch the list again at any time on its page.',
        'Rien n’a été facturé, et le résultat reste inchangé. Vous pouvez surveiller de nouveau la liste à tout moment sur sa page.',
      ),
    ],
    action: { label: say('Open the list', 'Voir la liste'), path: listPath(listId) },
  }),
  list_paused: (
    { listName, listId, needed, available, preview, recheck },
    { language, number, price, say },
  ) => {
    const cents = packCents(needed - available);
    const sample = preview ? preview.valid + preview.invalid + preview.risky + preview.unknown : 0;
    const share = (part: number): string =>
      replaceNarrowSpaces((part / sample).toLocaleString(language, { style: 'percent' }));
    const found = preview && sample > 0 && [share(preview.valid), share(preview.invalid)];
    const facts = [
      [say('Credits needed', 'Crédits nécessaires'), number(needed)],
      [say('Credits available', 'Crédits disponibles'), number(available)],
      [say('Price', 'Prix'), price(cents)],
    ] as const;
    if (found)
      return {
        subject: say(
          `“${listName}”: ${found[0]} safe, ${found[1]} to remove`,
          `« ${listName} » : ${found[0]} sûres, ${found[1]} à retirer`,
        ),
        paragraphs: [
          say(
            `We verified ${number(sample)} random addresses of your list “${listName}”: ${found[0]} are safe, ${found[1]} should be removed. Verifying the other ${number(needed)} costs ${price(cents)}.`,
            `Nous avons vérifié ${number(sample)} adresses de votre liste « ${listName} », tirées au hasard : ${found[0]} sont sûres, ${found[1]} sont à retirer. La vérification des ${number(needed)} autres coûte ${price(cents)}.`,
          ),
        ],
        bar: preview,
        facts,
        action: { label: say('Verify the rest', 'Vérifier le reste'), path: listPath(listId) },
      };
    return {
      subject: recheck
        ? say(
            `The recheck of “${listName}” is waiting for credits`,
            `La revérification de « ${listName} » attend des crédits`,
          )
        : say(
            `Your list “${listName}” is waiting for credits`,
            `Votre liste « ${listName} » attend des crédits`,
          ),
      paragraphs: [
        say(
          `${recheck ? 'The recheck of your list' : 'Your list'} “${listName}” is paused because there are not enough credits for it. It starts automatically as soon as there are enough, within 30 days.`,
          `${recheck ? 'La revérification de votre liste' : 'Votre liste'} « ${listName} » est en pause, faute de crédits suffisants. Elle démarrera automatiquement dès qu’il y en aura assez, dans les 30 jours.`,
        ),
      ],
      facts,
      action: { label: say('Open the list', 'Voir la liste'), path: listPath(listId) },
    };
  },
  webhook_changed: ({ what, host, by }, { say }) => ({
    subject: {
      made: say('An API key has added a webhook', 'Une clé d’API a ajouté un webhook'),
      moved: say('A webhook has a new address', 'Un webhook a une nouvelle adresse'),
      secret: say('A webhook has a new secret', 'Un webhook a un nouveau secret'),
    }[what],
    paragraphs: [
      say(
        'The server below receives events from your account.',
        'Le serveur ci-dessous reçoit des événements de votre compte.',
      ),
      say(
        'If this was neither you nor a program of yours, delete the webhook right away. Then reset or revoke the key on the “API” page: its webhooks end with it. If it was the web app, change your password.',
        'Si ce n’était ni vous ni l’un de vos programmes, supprimez tout de suite le webhook. Puis renouvelez ou révoquez la clé sur la page « API » : ses webhooks prennent fin avec elle. Si c’était l’application web, changez de mot de passe.',
      ),
    ],
    facts: [
      [say('Server', 'Serveur'), host],
      by === 'web'
        ? [say('Changed by', 'Modifié par'), say('the web app', 'l’application web')]
        : [say('API key that ends with', 'Clé d’API qui se termine par'), by],
    ],
    action: { label: say('See your webhooks', 'Voir vos webhooks'), path: '/webhooks' },
  }),
  connection_revoked: ({ connection }, { say }) => ({
    subject: say(
      `${oneLine(connection)} must be connected again`,
      `${oneLine(connection)} : reconnectez ce compte`,
    ),
    paragraphs: [
      say(
        'The service no longer accepts the key that you gave us. Imports wait until you connect the account again.',
        'Le service n’accepte plus la clé que vous nous avez confiée. Les imports attendent que vous reconnectiez le compte.',
      ),
    ],
    action: { label: say('Connect again', 'Reconnecter'), path: '/connections' },
  }),
  webhook_failing: ({ host }, { say }) => ({
    subject: say(
      `Your webhook at ${host} has been switched off`,
      `Votre webhook vers ${host} a été désactivé`,
    ),
    paragraphs: [
      say(
        'Your server has accepted nothing we sent for three days. What was still waiting is marked as failed, and nothing more is sent.',
        'Depuis trois jours, votre serveur n’a rien accepté de ce que nous lui envoyons. Ce qui attendait encore est marqué comme échoué, et plus rien n’est envoyé.',
      ),
      say(
        'Once your server works again, switch the webhook on. You can then send again any delivery of the last 30 days.',
        'Dès que votre serveur fonctionne de nouveau, réactivez le webhook. Vous pourrez renvoyer tout envoi des 30 derniers jours.',
      ),
    ],
    facts: [[say('Server', 'Serveur'), host]],
    action: { label: say('See your webhooks', 'Voir vos webhooks'), path: '/webhooks' },
  }),
  form_bound: ({ formName, bound }, { number, say }) => ({
    subject: say(
      `The form “${formName}” has reached its daily limit`,
      `Le formulaire « ${formName} » a atteint sa limite du jour`,
    ),
    paragraphs: [
      say(
        'Until midnight UTC, addresses in this form pass without a mailbox check, and nothing more is charged. Typos and dead domains are still caught.',
        'Jusqu’à minuit (UTC), les adresses de ce formulaire passent sans vérification de leur boîte, et plus rien n’est facturé. Les fautes de frappe et les domaines morts sont toujours signalés.',
      ),
      say(
        'If these are your visitors, raise the limit on the “Forms” page. It also shows how many addresses passed, and whether other sites tried to use the key.',
        'S’il s’agit de vos visiteurs, relevez la limite sur la page « Formulaires ». Elle montre aussi combien d’adresses sont passées, et si d’autres sites ont tenté d’utiliser la clé.',
      ),
    ],
    facts: [[say('Daily credit limit', 'Limite par jour, en crédits'), number(bound)]],
    action: { label: say('See your forms', 'Voir vos formulaires'), path: '/forms' },
  }),
} satisfies Partial<Templates>;
