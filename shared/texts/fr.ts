import { PASSWORD_MAX_LENGTH } from '../model/account.ts';
import {
  MAX_ADDRESSES,
  MAX_LIST_NAME_LENGTH,
  MAX_ROWS,
  MAX_UPLOAD_BYTES,
} from '../model/upload-limits.ts';
import type { Texts } from './en.ts';
import { replaceNarrowSpaces } from '../model/wide-spaces.ts';

const addresses = replaceNarrowSpaces(MAX_ADDRESSES.toLocaleString('fr'));
const rows = replaceNarrowSpaces(MAX_ROWS.toLocaleString('fr'));
const megabytes = MAX_UPLOAD_BYTES / 1024 ** 2;

/** Uses French spacing before punctuation, and typographic apostrophes. */
export const fr: Texts = {
  'field.origin': 'Veuillez saisir une origine en https, sans chemin',
  'field.required': 'Ce champ est obligatoire',
  'field.invalid': 'Cette valeur n’est pas valide',
  'field.type': 'Veuillez utiliser une valeur de ce type :',
  'field.whole_number': 'Veuillez saisir un nombre entier',
  'field.not_allowed': 'Veuillez utiliser l’une de ces valeurs :',
  'field.minimum': 'Le minimum est',
  'field.maximum': 'Le maximum est',
  'field.too_long': 'Ce texte est trop long',
  'field.month': 'Veuillez indiquer un mois, par exemple 2026-11',
  'field.repeated': 'Chaque valeur ne peut figurer qu’une fois',
  'field.email': 'L’adresse e-mail n’est pas valide',
  'field.email_ascii':
    'Nous ne pouvons pas écrire à une adresse avec des accents ou une autre écriture avant le @, merci d’en utiliser une autre',
  'field.password':
    'Votre mot de passe doit comporter au moins 8 caractères, dont des lettres et des chiffres',
  'field.password_too_long': `Votre mot de passe peut comporter ${PASSWORD_MAX_LENGTH} caractères au plus`,
  'field.confirm_password': 'La confirmation ne correspond pas au mot de passe',
  'field.otp': 'Le code comporte 4 chiffres',
  'field.language': 'Choisissez l’anglais ou le français',
  'field.list_name': `Le nom de la liste peut comporter ${MAX_LIST_NAME_LENGTH} caractères au plus`,
  'field.endpoint_url': 'Veuillez saisir une URL en https d’un hôte public, sans identifiant ni #',
  'field.vat_number': 'Ce n’est pas un numéro de TVA, ou pas celui de ce SIREN',
  'field.postal_code': 'Ce code postal n’existe pas dans ce pays',
  'field.siren': 'Ce n’est pas un SIREN valide de neuf chiffres',

  'error.offline': 'Pas de réseau : réessayez une fois connecté',
  'error.not_enough_credits': 'Crédits insuffisants\u00a0: achetez un pack ou un abonnement',
  'error.forbidden': 'Vous n’avez pas accès à cette ressource',
  'error.terms_required': 'Veuillez d’abord accepter les conditions générales',
  'error.account_inactive': 'Votre compte est inactif, contactez l’assistance',
  'error.not_found': 'Cet élément n’existe pas ou n’existe plus',
  'error.wrong_state': 'L’état actuel ne le permet pas',
  'error.expired': 'Ce fichier ou ce lien a expiré',
  'error.link_expired':
    'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau depuis la page de connexion',
  'error.file_too_large': `Le fichier dépasse ${megabytes} Mo`,
  'error.validation': 'Vérifiez les champs du formulaire',
  'error.captcha_required': 'Le captcha est obligatoire',
  'error.too_many_addresses': `Ce fichier contient plus de ${addresses} adresses e-mail`,
  'error.too_many_rows': `Ce fichier contient plus de ${rows} lignes`,
  'error.too_many_requests': 'Trop de tentatives, patientez un instant puis réessayez',
  'error.payment_unavailable':
    'Le paiement est momentanément indisponible, veuillez réessayer plus tard',
  'error.internal': 'Une erreur est survenue, veuillez réessayer',

  'check.invalid': 'Cette adresse e-mail est invalide',

  'watch.insufficient_credit': 'Les crédits ne suffisaient pas pour revérifier la liste',
  'watch.too_many_credits': 'Une revérification pouvait dépasser votre plafond de crédits',
  'watch.connection_failed': 'Les contacts n’ont pas pu être lus dans le service',
  'watch.canceled': 'La revérification n’a pas abouti',
  'reason.insufficient_credit': 'Les crédits ne suffisent pas pour cette liste',
  'reason.operator': 'Mise en pause par notre équipe',
  'reason.account_inactive': 'Le compte est inactif',
  'reason.daily_limit': 'Plus de réponses gratuites aujourd’hui ; la liste démarre plus tard',
  'reason.not_text': 'Le fichier n’est pas un fichier texte',
  'reason.spreadsheet_file':
    'Le fichier est un classeur : enregistrez-le en CSV, ou envoyez-le dans l’application, qui lit les .xlsx',
  'reason.other_format':
    'Le fichier est au format vCard, LDIF, HTML, XML ou JSON : ce n’est pas une liste',
  'reason.empty_file': 'Le fichier est vide',
  'reason.no_address': 'Le fichier ne contient aucune adresse e-mail',
  'reason.wrong_column':
    'La colonne à lire ne contient aucune adresse e-mail, mais une autre en contient',
  'reason.wrong_separator': 'Chaque adresse e-mail du fichier est entourée d’un autre texte',
  'reason.addresses_lost':
    'Des lignes du fichier ne peuvent pas être lues sans perdre d’adresses e-mail',
  'reason.line_too_long': 'Le fichier contient une ligne trop longue',
  'reason.too_many_addresses': `Le fichier contient plus de ${addresses} adresses e-mail`,
  'reason.too_many_rows': `Le fichier contient plus de ${rows} lignes`,
  'reason.file_too_large': `Le fichier dépasse ${megabytes} Mo`,
  'reason.too_many_refusals':
    'La plupart des adresses d’un domaine n’existent pas, comme si elles étaient devinées ; contactez l’assistance',
  'reason.paused_too_long': 'La liste est restée en pause plus de 30 jours',
  'reason.processing_failed': 'Échec de notre fait. Aucun de ses crédits n’a été utilisé',
};
