import type { apiEn } from './api-en.ts';

export const apiFr: Readonly<Record<keyof typeof apiEn, string>> = {
  'usage.free_answers': 'Réponses gratuites du jour : {used} sur {limit}',
  'error.not_json': 'Le corps n’est pas un objet JSON valide',
  'error.wrong_api_key':
    'La clé d’API manque, est mal saisie, révoquée ou renouvelée. Copiez-la depuis la page « API », et envoyez-la dans l’en-tête X-Api-Key',
  'error.key_scope': 'Cette clé d’API n’a pas l’autorisation que cet appel demande',
  'error.role_required': 'Votre rôle dans ce compte ne le permet pas',
  'error.not_a_member': 'Vous n’êtes pas membre de ce compte',
  'error.no_account': 'Cette personne n’a pas de compte, seulement accès à ceux d’autres',
  'error.wrong_login': 'Cette invitation est pour une autre adresse',
  'error.invitations_paid_only': 'Les invitations sont possibles après un premier paiement',
  'error.address_lost':
    'Un autre compte utilise le domaine de cette adresse : un email ne prouve plus votre identité. Contactez l’assistance pour choisir un nouveau mot de passe',
  'error.sso_domain_only':
    'Ce compte exige l’authentification unique : vous ne pouvez inviter que des adresses de son domaine',
  'error.sso_required': 'Ce compte exige l’authentification unique',
  'error.sso_failed': 'L’authentification unique a échoué',
  'error.service_failed': 'L’autre service n’a pas répondu comme prévu',
  'error.owns_other_account':
    'Vous êtes propriétaire d’un autre compte, que vous devez d’abord céder ou fermer',
  'error.already_member': 'Cette personne est déjà membre du compte',
  'error.too_many_members':
    'Un compte peut avoir 50 membres, et une personne peut rejoindre 20 comptes',
  'error.method_not_allowed': 'Cette URL n’accepte pas cette méthode HTTP',
  'error.wrong_origin': 'Cette clé n’est pas destinée aux pages de cette origine',
  'error.daily_bound': 'Ce formulaire a atteint sa limite du jour',
  'error.request_reused':
    'Cette Idempotency-Key a servi à une autre requête, utilisez-en une nouvelle',
  'error.unsupported_media_type':
    'Veuillez envoyer du JSON (application/json) ou, avec un fichier, un formulaire multipart',
  'error.registration_required':
    'Cette adresse a été inscrite plusieurs fois : envoyez `registration`, ou votre mot de passe, avec le code',
  'error.test_address_only':
    'Une clé de test ne vérifie que les adresses de test : deliverable@sandbox.test, undeliverable@sandbox.test, risky@sandbox.test et unknown@sandbox.test',
  'error.too_many_for_sheet':
    'Trop pour une feuille Excel, qui contient 1 048 575 lignes, et ici 5 000 000 cellules : choisissez moins de lignes ou de colonnes, ou CSV',
  'error.selection_too_large':
    'Cette sélection est trop volumineuse : choisissez moins de lignes ou de colonnes, ou le résultat entier',
  'error.bounce_file_too_large': 'Le fichier dépasse 20 Mo',
  'error.bounce_file_type':
    'Seuls les fichiers .csv, .tsv, .txt, .json, .ndjson, .eml et .mbox sont acceptés : enregistrez un classeur en CSV',
  'error.addresses_lost':
    'Des lignes de ce fichier ne peuvent pas être lues sans perdre d’adresses e-mail. Vérifiez ses guillemets et ses séparateurs',
  'error.wrong_separator':
    'Chaque adresse e-mail de ce fichier est entourée d’un autre texte. Envoyez `separator` pour le retirer, ou `as_is`',
  'error.other_format':
    'Ce fichier est au format vCard, LDIF, HTML, XML ou JSON : ce n’est pas une liste. Exportez-le en CSV',
  'error.spreadsheet_file':
    'Ce fichier est un classeur : enregistrez-le en CSV, ou envoyez-le dans l’application, qui lit les .xlsx',
  'error.too_many_endpoints':
    'Vous avez 10 destinations de webhooks, le maximum : veuillez d’abord en supprimer une',
  'error.gift_limit':
    'Vous pouvez offrir 100 000 crédits par jour, et ce cadeau dépasserait cette limite',
  'error.being_updated': 'Cette liste est en cours de mise à jour. Réessayez dans une minute',
  'error.service_paused': 'Tamis est en pause pour maintenance, veuillez réessayer plus tard',
  'error.checks_unavailable':
    'La vérification est momentanément indisponible, veuillez réessayer plus tard',
  'error.malformed': 'Cette demande n’a pas pu être lue',
  'error.unauthenticated': 'Veuillez vous reconnecter',
  'error.csrf': 'Cette page n’est plus à jour, rechargez-la puis réessayez',
  'error.second_factor_missing': 'Ajoutez d’abord un second facteur sur la page Sécurité',
  'error.too_many_connections': 'Vous avez 10 intégrations, le maximum',
  'error.too_many_forms': 'Vous avez 20 formulaires, le maximum : veuillez d’abord en supprimer un',
  'error.too_many_keys': 'Vous avez 20 clés d’API, le maximum : veuillez d’abord en révoquer une',
  'error.too_many_passkeys':
    'Vous avez 5 clés d’accès, le maximum : veuillez d’abord en retirer une',
  'error.first_key': 'La première clé d’API ne peut pas être révoquée, elle peut être renouvelée',
  'error.refund_refused': 'Stripe refuse ce remboursement',
  'error.challenge_expired': 'Le délai est dépassé, veuillez réessayer',
  'error.payload_too_large': 'Cette demande contient trop de données',
  'error.wrong_credentials': 'L’adresse e-mail ou le mot de passe est incorrect',
  'error.wrong_code': 'Ce code est incorrect ou n’est plus valable',
  'error.wrong_factor': 'Ce code ou cette clé d’accès est incorrect ou a déjà servi',
  'error.code_on_its_way': 'Le dernier code est en route. Demandez-en un autre dans une minute',
  'error.api_paid_only': 'L’accès à l’API est réservé aux utilisateurs payants',
  'error.bad_address': 'L’adresse e-mail n’est pas valide',
  'error.bad_file_type':
    'Seuls les fichiers .csv et .txt sont acceptés : enregistrez un classeur en CSV',
  'error.not_text': 'Ce fichier n’est pas un fichier texte',
  'error.empty_file': 'Ce fichier est vide',
  'error.no_address': 'Ce fichier ne contient aucune adresse e-mail',
  'error.wrong_column':
    'La colonne à lire ne contient aucune adresse e-mail, mais une autre en contient',
  'error.line_too_long': 'Ce fichier contient une ligne trop longue',
  'field.wrong_password': 'Le mot de passe actuel est incorrect',
  'field.same_password': 'C’est déjà votre mot de passe, choisissez-en un autre',
  'field.common_password': 'Ce mot de passe est trop facile à deviner, choisissez-en un autre',
  'field.top_up_level': 'Le pack contient moins de crédits que le seuil',
  'field.top_up_unpaid':
    'Achetez d’abord un pack ou un abonnement ; ensuite, des packs pourront être achetés automatiquement',
  'field.key_event':
    'Une clé d’API ne reçoit que les événements que ses autorisations lui laissent lire, jamais les paiements',
  'check.pending': 'Cette adresse e-mail est encore en cours de vérification',
  'check.valid': 'Cette adresse e-mail est valide',
  'check.unknown': 'Cette adresse e-mail n’a pas pu être vérifiée',
  'check.unknown_free':
    'Cette adresse e-mail n’a pas pu être vérifiée, aucun crédit n’a été utilisé',
};
