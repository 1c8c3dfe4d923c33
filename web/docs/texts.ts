import type { Language } from '../../shared/model/account.ts';
import type { PublicName } from './public-calls.ts';

const en = {
  title: 'API documentation',
  back: 'Back to the app',
  contents: 'Contents',
  search: 'Search',
  nothing: 'Nothing found',
  address: '$TAMIS_URL stands for the address of this site.',
  calls: 'Calls',
  copy: 'Copy',
  copied: 'Copied',
  document: 'Download as OpenAPI',
  whole: 'The whole API, for generators of clients:',
  collection: 'Download as a collection for Postman or Bruno',
  limit: 'At most {limit} for an account, and {key} with a key.',
  scope: 'A key needs the scope',
  parameters: 'Parameters',
  body: 'Body',
  form: 'Form, in the place of JSON',
  response: 'Response',
  fields: 'Fields of the response',
  errors: 'Errors',
  name: 'Name',
  type: 'Type',
  required: 'required',
  status: 'Status',
  code: 'Code',
  message: 'Message',
} as const;

const fr: Record<keyof typeof en, string> = {
  title: 'Documentation de l’API',
  back: 'Retour à l’application',
  contents: 'Sommaire',
  search: 'Rechercher',
  nothing: 'Aucun résultat',
  address: '$TAMIS_URL représente l’adresse de ce site.',
  calls: 'Appels',
  copy: 'Copier',
  copied: 'Copié',
  document: 'Télécharger au format OpenAPI',
  whole: 'L’API entière, pour générer un client :',
  collection: 'Télécharger comme collection pour Postman ou Bruno',
  limit: 'Au plus {limit} pour un compte, et {key} avec une clé.',
  scope: 'Une clé a besoin de l’autorisation',
  parameters: 'Paramètres',
  body: 'Corps',
  form: 'Formulaire, à la place du JSON',
  response: 'Réponse',
  fields: 'Champs de la réponse',
  errors: 'Erreurs',
  name: 'Nom',
  type: 'Type',
  required: 'obligatoire',
  status: 'Statut',
  code: 'Code',
  message: 'Message',
};

export const labels: Record<Language, Record<keyof typeof en, string>> = { en, fr };

export const pagePaths: Record<Language, string> = { en: '/docs/en.html', fr: '/docs/fr.html' };

interface CallText {
  readonly summary: string;
  readonly notes?: string;
}

/** French translations of the English texts in the contract's examples. */
export const frenchCallTexts: Record<PublicName, CallText> = {
  checkEmail: {
    summary:
      'Vérifier une adresse ; une réponse coûte un crédit, « n’a pas pu être vérifiée » n’en coûte aucun',
    notes: `\`data\` est la phrase pour une personne, avec deux réponses : une adresse risquée compte comme invalide. \`result\` est le verdict entier pour un programme. Son \`score\` est la probabilité, en pour cent, qu’un e-mail arrive ; les \`flags\` disent ce que l’on sait encore de l’adresse et de son domaine : \`gateway\`, qu’une entreprise filtre ses e-mails ; \`parked\`, que le domaine est à vendre ou inactif ; \`no_dmarc\`, qu’il n’a pas d’enregistrement DMARC. \`fact_age_s\` est l’âge, en secondes, de ce qui était déjà connu et qui décide.

Ce qui entoure l’adresse est laissé de côté, comme dans une liste : \`Ada <ada@customer.test>\` et \`mailto:ada@customer.test\` sont \`ada@customer.test\`. \`result.email\` est l’adresse interrogée.

Un appel peut porter l’en-tête \`Idempotency-Key\` : la même clé avec la même adresse n’est débitée qu’une fois, aussi souvent qu’elle est envoyée. Un appel dont la réponse s’est perdue peut donc être refait.

Avec \`timeout_s\`, ou \`"wait": false\`, une adresse qui n’a pas de réponse d’ici là est redemandée d’elle-même, pendant une heure au plus là où son serveur le veut ainsi. L’appel répond 202 et où demander, \`Location\`, après \`Retry-After\` secondes. Le crédit est retenu pendant ce temps, et revient si rien n’est trouvé.`,
  },
  getCheck: {
    summary:
      'Ce qu’est devenue une vérification à laquelle il a été répondu 202 ; elle est gardée un jour',
    notes: 'Répond 202, comme la vérification, tant qu’il n’y a pas de réponse.',
  },
  upload: {
    summary:
      'Envoyer une liste : le JSON demande un envoi présigné, un formulaire multipart porte le fichier',
    notes: `Un appel, deux façons :

- Un **formulaire multipart** porte le fichier lui-même, jusqu’à 4 Mo. Ce qui ne peut pas être lu est dit aussitôt.
- Le **JSON** annonce un fichier de 100 Mo au plus. La réponse donne une URL et des champs de formulaire : envoyez-les-y sous 15 minutes, avec le fichier dans le dernier champ \`file\`. La liste se voit une fois son fichier arrivé ; un fichier illisible est une liste de statut 6, avec la raison.
- Avec \`parts\` et une \`Idempotency-Key\`, la réponse donne des liens pour les parties de \`part_bytes\` octets qui manquent : envoyez chacune par \`PUT\`, puis redemandez, jusqu’à ce qu’il n’en manque plus. Un envoi coupé reprend ainsi pendant un jour.

Les adresses sont dans la première colonne, ou dans celle que dit \`column\`, comptée à partir de 1. Une liste sans adresse dans cette colonne finit en \`wrong_column\`, ou en \`no_address\` si aucune autre n’en a. Sans \`column\`, un fichier dont une autre colonne a nettement plus d’adresses est refusé en \`wrong_column\` lui aussi ; \`column\` de l’erreur, ou \`suggested_column\` de la liste, donne le numéro de celle-ci.

L’encodage est détecté, à moins que \`encoding\` ne le donne, par un nom comme \`windows-1250\`. Un guillemet qui avalerait des lignes est lu comme un caractère, à moins que \`strict\` ne dise que le fichier suit la RFC 4180.

L’en-tête \`Idempotency-Key\` est votre nom pour cette demande. Pendant 30 jours, le même appel répond la liste qu’il a faite, et ne coûte rien de plus ; un autre, ou pour une liste supprimée, est \`request_reused\`.`,
  },
  createList: {
    summary:
      'Envoyer une liste de 50 000 adresses au plus en JSON, une seule fois aussi souvent qu’elle est envoyée',
    notes: `La liste est là aussitôt, avec une ligne pour chaque adresse, dans cet ordre. Elle peut avoir 4 Mo.

\`webhook\`, l’ID d’une destination, fait que celle-ci seule est prévenue de la liste.

\`idempotency_key\`, ou l’en-tête \`Idempotency-Key\`, est votre nom pour cette demande : un numéro de commande, un UUID. La même clé avec le même corps répond la liste de la première fois telle qu’elle est alors, et ne coûte rien de plus ; avec un autre corps, ou pour une liste supprimée, la réponse est \`request_reused\`. Une clé est gardée 30 jours ; sans clé, chaque appel fait une liste.`,
  },
  listLists: {
    summary: 'Vos listes, la plus récente d’abord, cinquante par page',
    notes: 'Passez `next` comme `cursor` jusqu’à ce qu’il soit nul.',
  },
  listFiles: {
    summary: 'Vos listes, dix par page ; `q` est cherché dans leurs noms et leurs ID',
  },
  getFile: {
    summary: 'Une liste avec son avancement',
    notes: `Demandez toutes les quelques secondes jusqu’à ce que le \`status\` soit final. L’ID \`sample\` est une liste terminée pour essayer.

| \`status\` | \`state\` | signifie |
| --- | --- | --- |
| 1 | \`waiting\` | reçue |
| 2 | \`reading\` | en cours de lecture |
| 3 | \`queued\` | crédits réservés, attend son tour |
| 4 | \`working\` | en cours de vérification |
| 5 | \`paused\` | en pause, pour sa \`reason\` ; faute de crédits, jusqu’à ce qu’ils soient là |
| 6 | \`cancelled\` | annulée, pour sa \`reason\` ; final |
| 7 | \`finished\` | terminée : le résultat peut être téléchargé ; final |`,
  },
  listRows: {
    summary: 'Les lignes d’une liste avec leurs réponses, cent par page',
    notes: `Les lignes avec une adresse, dans l’ordre du fichier. Les filtres se combinent. Une page de moins de cent lignes, même vide, peut avoir un \`next\` : passez-le comme \`cursor\`, avec les mêmes filtres, jusqu’à \`null\`. Pour commencer à la n-ième ligne d’une liste terminée, passez n comme \`offset\`, avec \`status\` et \`reason\` seuls.

\`only=lasting\` écarte les adresses jetables ; \`suggested\` et \`role\` gardent celles qui ont une suggestion, ou sont de fonction. \`with=cells\` ajoute jusqu’à cinquante autres cellules de chaque ligne, coupées à 300 caractères. La première page porte leurs noms dans \`header\`.

\`email\` est la cellule du fichier, \`address\` l’adresse interrogée qu’elle contient, vide si aucune ne l’a été.

Le \`score\` est la probabilité, en pour cent, qu’un e-mail arrive. Là où un domaine accepte tout, il suit les autres adresses de la liste et les noms du domaine. Aucune réponse n’est plus ancienne que \`as_of\`.

Pendant le traitement, ce sont les adresses déjà répondues, sans \`row\`. Un curseur d’alors, ou d’un autre filtre, est refusé une fois la liste terminée.`,
  },
  renameFile: { summary: 'Donner un autre nom à une liste, que portent aussi ses téléchargements' },
  recheckFile: {
    summary:
      'Redemander les adresses qui n’ont pas pu être vérifiées ; seules les réponses sont payées',
    notes: `La liste reste terminée, avec son résultat, jusqu’à ce que le nouveau soit entier. \`recheck\` de la liste dit où cela en est et ce qui a changé. Autant de crédits sont réservés qu’il y a d’adresses redemandées. Sans assez de crédits rien ne commence ; un second appel répond ce qui est en cours et, avec la même \`Idempotency-Key\`, aussi ce qui est terminé.`,
  },
  watchList: {
    summary: 'Faire revérifier une liste terminée chaque semaine, mois ou trimestre',
    notes: `Une revérification redemande ce qui a pu changer depuis : chaque fois ce qui n’a pas pu être vérifié, les adresses acceptées après 30 jours (90 chez les fournisseurs gratuits), les boîtes pleines après 30, les domaines qui acceptent tout après 90, ce qui est mort après 180. Les réponses se paient. \`watch_costs\` de la liste dit combien au plus. La surveillance prend fin, avec un e-mail, avant une revérification qui pourrait dépasser \`max_credits\` ou vos crédits ; elle n’achète rien.

Ce qui a changé vient par l’événement \`list.changed\` et par e-mail. \`only=changed\` garde ces lignes, aussi dans un téléchargement, jusqu’à la revérification suivante.`,
  },
  addEmails: {
    summary: 'Ajouter jusqu’à 100 adresses à une liste terminée, vérifiées aussitôt',
    notes: `Celles qui y sont déjà n’y changent rien. Les nouvelles sont les dernières lignes une fois vérifiées, ce qu’annonce \`list.changed\` ; \`recheck\` de la liste dit où cela en est. Ce qui arrive entre-temps attend. \`malformed\` compte celles qui ne sont pas des adresses : des lignes \`bad_syntax\`, gratuites.`,
  },
  removeEmails: { summary: 'Retirer jusqu’à 100 adresses d’une liste terminée' },
  unwatchList: { summary: 'Ne plus surveiller une liste ; une revérification en cours continue' },
  deleteFile: {
    summary:
      'Supprimer une liste dans tout état ; les crédits des adresses non traitées sont rendus',
  },
  download: {
    summary: 'Le résultat d’une liste terminée, en fichier ou, au-delà de 4 Mo, en lien',
    notes: `Chaque ligne et chaque colonne du fichier envoyé, dans son ordre, avec \`status\`, \`reason\`, \`suggestion\` et \`address\` en plus : UTF-8 avec marque d’ordre des octets, CRLF, tous les champs entre guillemets. \`address\` est l’adresse interrogée, sans ce qui l’entoure dans sa cellule ; elle est vide si aucune ne l’a été. Les résultats plus anciens n’ont pas cette colonne. Un \`type\` autre que \`all\` garde les lignes qui ont cette réponse.

Les filtres gardent les lignes que donnerait l’appel des lignes, celles qui ont une adresse, et \`duplicates: false\` la première ligne de chaque adresse. \`columns\` dit ce qu’elles contiennent, \`meaning\` étant la raison en mots, dans la langue de l’appel, les \`flags\` \`true\` ou \`false\`.

Un tel fichier, comme un classeur, est fait à chaque appel : dix à la fois pour un compte, puis un par minute. Jusqu’à 4 Mo, la réponse est le fichier ; au-delà, et avec \`format\` \`xlsx\`, du JSON avec un lien valable quelques minutes.`,
  },
  credits: {
    summary: 'Vos crédits en ce moment',
    notes: `\`available\` peut être dépensé ; \`reserved\` est mis de côté pour les listes en cours, \`held\` pour les paiements contestés ; \`debt\` est réglé par les prochains crédits. Une clé de test n’en a pas : elle reçoit des zéros.`,
  },
  usage: {
    summary:
      'Ce qui a fait varier vos crédits dans un mois, le jour le plus récent d’abord, 500 lignes par page',
    notes: `Une ligne résume ce qui a bougé en un jour pour une liste, par une clé d’API, ou par un événement. Les jours et les mois sont en UTC. \`change\` est ce que les crédits disponibles ont gagné ou perdu, \`at\` le dernier mouvement ; \`closing\` est ce qui était disponible à la fin du mois. Une clé de test n’a pas de crédits : elle reçoit des zéros et aucune ligne.`,
  },
  listEndpoints: {
    summary: 'Vos destinations : où les événements sont envoyés',
    notes: 'Une clé voit celles qu’elle a créées, et aucune autre.',
  },
  createEndpoint: {
    summary:
      'Faire envoyer des événements à une URL ; le secret qui les signe n’est montré que cette fois',
    notes: `L’URL commence par \`https://\` et nomme un hôte qu’internet atteint, sans utilisateur ni fragment. Il peut y avoir dix destinations. Une clé n’est prévenue que de ce que ses autorisations lui laissent lire, jamais des paiements. Ses destinations prennent fin avec elle. Une clé de test a les siennes, prévenues de ses listes.`,
  },
  updateEndpoint: {
    summary: 'Modifier une destination, la désactiver ou la réactiver',
  },
  deleteEndpoint: {
    summary: 'Supprimer une destination, avec ce qui attend encore pour elle',
  },
  rotateSecret: {
    summary: 'Faire un nouveau secret, montré cette seule fois',
    notes:
      'Pendant 24 heures, chaque envoi porte aussi une signature du secret d’avant : un récepteur peut changer à tout moment.',
  },
  sendTestEvent: {
    summary: 'Envoyer un événement de type `webhook.test`',
    notes: 'À une destination qui n’est pas `on`, rien n’est envoyé : `wrong_state`.',
  },
  listDeliveries: {
    summary:
      'Ce qui a été envoyé à une destination ces 30 derniers jours, le plus récent d’abord, cinquante par page',
    notes: 'Passez `next` comme `cursor` jusqu’à ce qu’il soit nul.',
  },
  getDelivery: { summary: 'Un envoi, avec ce qui a été envoyé et la réponse reçue' },
  sendAgain: {
    summary: 'Refaire un envoi, avec le même ID et le même corps',
    notes: 'À une destination qui n’est pas `on`, rien n’est envoyé : `wrong_state`.',
  },
};
