import type { Language } from '../../shared/model/account.ts';
import type { PublicName } from '../../shared/contract/openapi/public-calls.ts';

const en = {
  title: 'API documentation',
  back: 'Back to the app',
  contents: 'Contents',
  search: 'Search',
  nothing: 'Nothing found',
  address: '$TAMIS_URL is the address of this site.',
  calls: 'Calls',
  copy: 'Copy',
  copied: 'Copied',
  document: 'Download as OpenAPI',
  whole: 'The complete API, for client generators:',
  collection: 'Download as a Postman or Bruno collection',
  limit: 'At most {limit} per account, and {key} with a key.',
  scope: 'Scope required for a key:',
  parameters: 'Parameters',
  body: 'Body',
  form: 'Form, as an alternative to JSON',
  response: 'Response',
  fields: 'Fields of the response',
  errors: 'Errors',
  name: 'Name',
  type: 'Type',
  required: 'required',
  status: 'Status',
  code: 'Code',
  message: 'Message',
  prices: 'Prices',
  pricesText: 'What it costs to verify email addresses with Tamis: packs and subscriptions.',
  start: 'Start with {count} free credits',
  packs: 'Credit packs',
  monthly: 'paid monthly',
  yearly: 'paid yearly',
  credits: 'Credits',
  price: 'Price, excl. VAT',
  perThousand: 'Per 1,000 addresses',
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
  whole: 'L’API complète, pour les générateurs de clients :',
  collection: 'Télécharger comme collection pour Postman ou Bruno',
  limit: 'Au plus {limit} par compte, et {key} avec une clé.',
  scope: 'Autorisation requise pour une clé :',
  parameters: 'Paramètres',
  body: 'Corps',
  form: 'Formulaire, au lieu de JSON',
  response: 'Réponse',
  fields: 'Champs de la réponse',
  errors: 'Erreurs',
  name: 'Nom',
  type: 'Type',
  required: 'obligatoire',
  status: 'Statut',
  code: 'Code',
  message: 'Message',
  prices: 'Tarifs',
  pricesText: 'Le prix de la vérification d’adresses e-mail avec Tamis : packs et abonnements.',
  start: 'Commencer avec {count} crédits offerts',
  packs: 'Packs de crédits',
  monthly: 'au mois',
  yearly: 'à l’année',
  credits: 'Crédits',
  price: 'Prix HT',
  perThousand: 'Pour 1 000 adresses',
};

export const labels: Record<Language, Record<keyof typeof en, string>> = { en, fr };

interface CallText {
  readonly summary: string;
  readonly notes?: string;
}

/** French translations of the texts in shared/contract/examples. */
export const frenchCallTexts: Record<PublicName, CallText> = {
  checkEmail: {
    summary:
      'Vérifier une adresse ; une réponse concluante coûte un crédit, un résultat inconnu est gratuit',
    notes: [
      '`data` est une phrase destinée aux personnes, qui ne distingue que valide et invalide : une adresse risquée compte comme invalide. `result` est le verdict complet, destiné aux programmes. Son `score` est la probabilité, en pour cent, qu’un e-mail arrive. Les `flags` donnent d’autres informations sur l’adresse et son domaine : `gateway`, une entreprise filtre ses e-mails ; `parked`, le domaine est à vendre ou inutilisé ; `no_dmarc`, il n’a pas d’enregistrement DMARC ; `catch_all_unknown`, son serveur n’a pas répondu au test qui détermine s’il accepte toutes les adresses. `fact_age_s` est l’âge, en secondes, de l’information déjà connue qui a déterminé le verdict.',
      '',
      'Comme dans une liste, le texte autour de l’adresse est ignoré : `Ada <ada@customer.test>` et `mailto:ada@customer.test` sont lus comme `ada@customer.test`. `result.email` est l’adresse vérifiée.',
      '',
      'Si vous envoyez l’en-tête `Idempotency-Key`, les appels avec la même clé et la même adresse ne sont débités qu’une fois : vous pouvez répéter sans risque un appel dont la réponse s’est perdue.',
      '',
      'Avec `timeout_s` ou `"wait": false`, une adresse sans résultat dans ce délai est vérifiée en arrière-plan, pendant une heure au plus si son serveur l’exige. L’appel répond 202 ; appelez l’URL indiquée par `Location` après `Retry-After` secondes. Le crédit est réservé dans l’intervalle, et rendu si le résultat reste inconnu.',
    ].join('\n'),
  },
  getCheck: {
    summary: 'Le résultat d’une vérification qui a répondu 202, disponible pendant un jour',
    notes: 'Répond 202, comme la vérification, tant qu’il n’y a pas de résultat.',
  },
  upload: {
    summary:
      'Envoyer une liste : un formulaire multipart avec le fichier, ou du JSON pour obtenir un envoi présigné',
    notes: [
      '- Un **formulaire multipart** contient le fichier lui-même, jusqu’à 4 Mo. Un fichier illisible est refusé immédiatement.',
      '- Le **JSON** déclare un fichier de 100 Mo au plus. La réponse donne une URL et des champs de formulaire : envoyez-les par POST sous 15 minutes, avec le fichier dans le dernier champ, `file`. La liste existe une fois le fichier arrivé ; si le fichier est illisible, elle a le statut 6 et une raison.',
      '- Avec `parts` et une `Idempotency-Key`, la réponse donne des liens pour les parties manquantes, de `part_bytes` octets chacune : envoyez-les par `PUT`, puis répétez l’appel jusqu’à ce qu’il n’en manque plus. Un envoi interrompu peut ainsi être repris pendant un jour.',
      '',
      'Les adresses sont dans la première colonne, ou dans la colonne `column`, comptée à partir de 1. Une liste sans adresse dans cette colonne se termine par `wrong_column`, ou par `no_address` si aucune autre colonne n’en contient. Sans `column`, un fichier dont une autre colonne contient nettement plus d’adresses est lui aussi refusé avec `wrong_column`. La bonne colonne est dans `column` de l’erreur, ou dans `suggested_column` de la liste.',
      '',
      'L’encodage est détecté, sauf si vous indiquez un nom tel que `windows-1250` dans `encoding`. Un guillemet qui engloberait plusieurs lignes est lu comme un simple caractère, sauf si `strict` indique que le fichier suit la RFC 4180.',
      '',
      'L’en-tête `Idempotency-Key` est votre identifiant pour cette requête. Pendant 30 jours, répéter l’appel renvoie la même liste, sans frais. Un autre appel avec cette clé, ou un appel après la suppression de la liste, est refusé avec `request_reused`.',
    ].join('\n'),
  },
  createList: {
    summary: 'Créer une liste de 50 000 adresses au plus à partir de JSON',
    notes: [
      'La liste existe immédiatement, avec une ligne par adresse, dans le même ordre. Le corps peut atteindre 4 Mo.',
      '',
      '`webhook` est l’ID d’une destination : elle seule est prévenue des événements de la liste.',
      '',
      '`idempotency_key`, ou l’en-tête `Idempotency-Key`, est votre identifiant pour cette requête. Pendant 30 jours, un appel avec la même clé et le même corps renvoie la même liste dans son état actuel, sans frais. Avec un autre corps, ou une fois cette liste supprimée, l’appel est refusé avec `request_reused`. Sans clé, chaque appel crée une liste.',
    ].join('\n'),
  },
  listLists: {
    summary: 'Vos listes, de la plus récente à la plus ancienne, cinquante par page',
    notes: 'Passez `next` comme `cursor` jusqu’à ce qu’il soit nul.',
  },
  listFiles: {
    summary: 'Vos listes, dix par page ; `q` cherche dans leurs noms et leurs ID',
  },
  getFile: {
    summary: 'Une liste avec son avancement',
    notes: [
      'Interrogez toutes les quelques secondes jusqu’à ce que `status` soit final. L’ID `sample` désigne une liste terminée.',
      '',
      '| `status` | `state` | Signification |',
      '| --- | --- | --- |',
      '| 1 | `waiting` | reçue |',
      '| 2 | `reading` | en cours de lecture |',
      '| 3 | `queued` | ses crédits sont réservés |',
      '| 4 | `working` | en cours de vérification |',
      '| 5 | `paused` | en pause, selon sa `reason` ; faute de crédits, jusqu’à ce que vous en ayez assez |',
      '| 6 | `cancelled` | annulée, selon sa `reason` ; final |',
      '| 7 | `finished` | peut être téléchargée ; final |',
    ].join('\n'),
  },
  listRows: {
    summary: 'Les lignes d’une liste avec leurs verdicts, cent par page',
    notes: [
      'Les lignes qui ont une adresse, dans l’ordre du fichier. Les filtres se combinent. Une page peut avoir moins de cent lignes, ou aucune, et avoir quand même un `next` : passez-le comme `cursor`, avec les mêmes filtres, jusqu’à ce qu’il soit nul. Pour commencer à la n-ième ligne d’une liste terminée, passez n comme `offset`, sans autres filtres que `status` et `reason`.',
      '',
      '`only=lasting` écarte les adresses jetables ; `suggested` et `role` ne renvoient que les lignes avec une suggestion ou une adresse de fonction. `with=cells` ajoute jusqu’à cinquante autres cellules par ligne, coupées à 300 caractères chacune ; la première page donne les noms de leurs colonnes dans `header`.',
      '',
      '`email` est la cellule du fichier ; `address` est l’adresse qui y a été vérifiée, vide s’il n’y en a pas.',
      '',
      '`score` est la probabilité, en pour cent, qu’un e-mail arrive. Pour un domaine qui accepte toutes les adresses, il tient compte des autres adresses de la liste et des parties locales du domaine. Aucun verdict n’est antérieur à `as_of`.',
      '',
      'Pendant le traitement, ce sont les adresses déjà vérifiées, sans numéro de ligne. Leurs curseurs, comme ceux d’un autre filtre, sont refusés une fois la liste terminée.',
    ].join('\n'),
  },
  renameFile: { summary: 'Renommer une liste et ses téléchargements' },
  recheckFile: {
    summary:
      'Vérifier à nouveau les adresses inconnues ; seules les réponses concluantes sont débitées',
    notes:
      'La liste reste terminée, avec son résultat, jusqu’à ce que le nouveau résultat soit complet. `recheck` de la liste donne l’avancement et les changements. Un crédit par adresse est réservé ; sans crédits suffisants, rien ne démarre. Un second appel renvoie la vérification en cours et, avec la même `Idempotency-Key`, aussi une vérification terminée.',
  },
  watchList: {
    summary: 'Revérifier une liste terminée chaque semaine, mois ou trimestre',
    notes: [
      'Une revérification porte sur les adresses qui ont pu changer : les adresses inconnues à chaque fois, les adresses acceptées après 30 jours (90 chez les fournisseurs gratuits), les boîtes pleines après 30 jours, les domaines qui acceptent toutes les adresses après 90 jours, les adresses invalides après 180 jours. Seules les réponses concluantes sont débitées. `watch_costs` de la liste donne le maximum. La surveillance prend fin, avec un e-mail, avant une revérification qui pourrait coûter plus que `max_credits` ou que vos crédits ; elle n’achète rien.',
      '',
      'Les changements sont signalés par l’événement `list.changed` et par e-mail. Jusqu’à la revérification suivante, `only=changed` sélectionne les lignes qui ont changé, y compris pour un téléchargement.',
    ].join('\n'),
  },
  addEmails: {
    summary: 'Ajouter jusqu’à 100 adresses à une liste terminée et les vérifier',
    notes:
      'Les adresses déjà présentes sont ignorées. Une fois vérifiées, les nouvelles adresses forment les dernières lignes, ce que signale l’événement `list.changed` ; `recheck` de la liste donne l’avancement. Les adresses ajoutées entre-temps attendent. `malformed` est le nombre d’adresses mal formées, qui sont des lignes `bad_syntax` gratuites.',
  },
  removeEmails: { summary: 'Retirer jusqu’à 100 adresses d’une liste terminée' },
  unwatchList: {
    summary: 'Arrêter la surveillance d’une liste ; une revérification en cours continue',
  },
  deleteFile: {
    summary:
      'Supprimer une liste, quel que soit son état ; les crédits des adresses non traitées sont rendus',
  },
  download: {
    summary: 'Le résultat d’une liste terminée : un fichier ou, au-delà de 4 Mo, un lien',
    notes: [
      'Toutes les lignes et colonnes de votre fichier, dans le même ordre, avec `status`, `reason`, `suggestion` et `address` en plus : UTF-8 avec marque d’ordre des octets, CRLF, tous les champs entre guillemets. `address` est l’adresse vérifiée, sans le reste de sa cellule ; elle est vide s’il n’y en a pas. Les résultats plus anciens n’ont pas cette colonne. Un `type` autre que `all` sélectionne les lignes qui ont ce verdict.',
      '',
      'Les filtres sont ceux de l’appel des lignes et sélectionnent des lignes qui ont une adresse ; `duplicates: false` ne garde que la première ligne de chaque adresse. `columns` choisit les colonnes : `meaning` est la raison en toutes lettres, dans la langue de l’appel, et les `flags` valent `true` ou `false`.',
      '',
      'Les fichiers filtrés et les classeurs sont générés à chaque appel : un compte peut faire dix appels de ce type d’un coup, puis un par minute. Jusqu’à 4 Mo, la réponse est le fichier ; au-delà, et toujours avec le `format` `xlsx`, c’est du JSON avec un lien valable quelques minutes.',
    ].join('\n'),
  },
  credits: {
    summary: 'Vos crédits actuels',
    notes:
      'Les crédits `available` peuvent être dépensés, les crédits `reserved` sont mis de côté pour les listes en cours, et les crédits `held` pour les paiements contestés. Les prochains crédits règlent d’abord `debt`. Avec une clé de test, tous les nombres sont nuls.',
  },
  usage: {
    summary:
      'Les mouvements de vos crédits pendant un mois, du jour le plus récent au plus ancien, 500 lignes par page',
    notes:
      'Une ligne résume les mouvements d’un jour pour une liste, une clé d’API ou un événement. Les jours et les mois sont en UTC. `change` est la variation des crédits disponibles, `at` l’heure du dernier mouvement, et `closing` les crédits disponibles à la fin du mois. Avec une clé de test, tous les nombres sont nuls et il n’y a aucune ligne.',
  },
  listEndpoints: {
    summary: 'Vos destinations, auxquelles les événements sont envoyés',
    notes: 'Une clé ne voit que les destinations qu’elle a créées.',
  },
  createEndpoint: {
    summary: 'Envoyer des événements à une URL ; le secret de signature n’est affiché qu’une fois',
    notes:
      'L’URL commence par `https://`, son hôte doit être accessible depuis internet, et elle n’a ni nom d’utilisateur ni fragment. Un compte peut avoir dix destinations. Une destination créée avec une clé ne reçoit que les événements que les autorisations de la clé permettent de lire, jamais ceux des paiements, et est supprimée avec la clé. Une clé de test a ses propres destinations, qui reçoivent les événements de ses listes.',
  },
  updateEndpoint: {
    summary: 'Modifier une destination, la désactiver ou la réactiver',
  },
  deleteEndpoint: {
    summary: 'Supprimer une destination et ses envois en attente',
  },
  rotateSecret: {
    summary: 'Créer un nouveau secret ; il n’est affiché qu’une fois',
    notes:
      'Pendant 24 heures, les envois portent aussi une signature avec l’ancien secret : vous pouvez changer votre récepteur à tout moment.',
  },
  sendTestEvent: {
    summary: 'Envoyer un événement de type `webhook.test`',
    notes:
      'Si la destination n’est pas `on`, rien n’est envoyé, et l’appel est refusé avec `wrong_state`.',
  },
  listDeliveries: {
    summary:
      'Les envois à une destination des 30 derniers jours, du plus récent au plus ancien, cinquante par page',
    notes: 'Passez `next` comme `cursor` jusqu’à ce qu’il soit nul.',
  },
  getDelivery: { summary: 'Un envoi avec sa requête et sa réponse' },
  sendAgain: {
    summary: 'Répéter un envoi, avec le même ID et le même corps',
    notes:
      'Si la destination n’est pas `on`, rien n’est envoyé, et l’appel est refusé avec `wrong_state`.',
  },
};
