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
  'error.wrong_login': 'Cette invitation est pour une autre adresse : connectez-vous avec celle-ci',
  'error.invitations_paid_only':
    'Vous pourrez inviter d’autres personnes après votre premier paiement',
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
};
