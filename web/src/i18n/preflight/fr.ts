import type { Translated } from '../../../../shared/texts/translated.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Contenu du fichier',
  failed: 'Ce navigateur n’a pas pu lire le fichier. Vous pouvez l’envoyer quand même.',
  reading: 'Lecture du fichier : {{percent}}. Vous n’avez pas à attendre.',
  done: 'Le fichier est lu. Lignes : {{rows, number}}. À vérifier : {{verified, number}}.',
  firstRows: 'Premières lignes du fichier',
  columnName: 'Colonne {{column, number}}',
  choose: 'Lire les adresses dans « {{name}} »',
  workbook: {
    sheet: 'Feuille du classeur',
    counted_one: '{{name}} · {{count, number}} adresse',
    counted_many: '{{name}} · {{count, number}} d’adresses',
    counted_other: '{{name}} · {{count, number}} adresses',
    noAddress: 'Cette feuille ne contient aucune adresse e-mail.',
    reading_one: 'Lecture du classeur : {{count, number}} ligne.',
    reading_many: 'Lecture du classeur : {{count, number}} de lignes.',
    reading_other: 'Lecture du classeur : {{count, number}} lignes.',
    fault: {
      password:
        'Ce classeur est protégé par un mot de passe. Retirez-le dans Excel sous Fichier, Informations, Protéger le classeur, enregistrez le fichier, puis choisissez-le à nouveau.',
      old: 'C’est un classeur d’Excel 97 à 2003. Enregistrez-le en .xlsx ou en CSV, puis choisissez ce fichier.',
      format:
        'Ce n’est pas un classeur Excel. Enregistrez-le en .xlsx ou en CSV, puis choisissez ce fichier.',
      damaged:
        'Ce fichier est illisible. Ouvrez-le, enregistrez-le en .xlsx ou en CSV, puis choisissez ce fichier.',
      formulas:
        'Les résultats des calculs de ce classeur n’ont pas été enregistrés. Ouvrez-le dans Excel ou LibreOffice, enregistrez-le, puis choisissez-le à nouveau.',
      empty: 'Cette feuille est vide.',
      large: 'Cette feuille dépasse {{size}} en CSV. Répartissez-la dans plusieurs fichiers.',
    },
  },
  choice: {
    chosen:
      'Nous vérifierons «\u00a0{{name}}\u00a0». Mauvaise colonne\u202f? Choisissez-en une autre.',
    proposed:
      'Nous vérifierons «\u00a0{{name}}\u00a0», qui contient les adresses. Mauvaise colonne\u202f? Choisissez-en une autre.',
    several:
      'Plusieurs colonnes contiennent des adresses. Nous vérifierons «\u00a0{{name}}\u00a0», sauf si vous en choisissez une autre.',
  },
  separator: {
    none: 'Une seule colonne.',
    semicolon: 'Colonnes séparées par des points-virgules.',
    comma: 'Colonnes séparées par des virgules.',
    tab: 'Colonnes séparées par des tabulations.',
    bar: 'Colonnes séparées par des barres verticales.',
    other: 'Colonnes séparées par un autre caractère.',
    addresses: 'Des adresses seulement : chacune devient une ligne.',
  },
  around: {
    label: 'Texte autour des adresses',
    choose: 'Choisissez',
  },
  encoding: 'Texte en {{encoding}}.',
  encodings: {
    label: 'Caractères illisibles ? Choisissez leur encodage',
    unicode: 'Unicode',
    western: 'Europe occidentale',
    central: 'Europe centrale',
    baltic: 'Balte',
    cyrillic: 'Cyrillique',
    greek: 'Grec',
    turkish: 'Turc',
    hebrew: 'Hébreu',
    arabic: 'Arabe',
    vietnamese: 'Vietnamien',
    japanese: 'Japonais',
    korean: 'Coréen',
    simplified: 'Chinois simplifié',
    traditional: 'Chinois traditionnel',
  },
  unread: {
    lost_one:
      '{{count, number}} adresse ne sera pas vérifiée, car sa ligne est endommagée. Corrigez cette ligne dans le fichier, ou continuez sans elle :',
    lost_many:
      '{{count, number}} d’adresses ne seront pas vérifiées, car leurs lignes sont endommagées. Corrigez ces lignes dans le fichier, ou continuez sans elles :',
    lost_other:
      '{{count, number}} adresses ne seront pas vérifiées, car leurs lignes sont endommagées. Corrigez ces lignes dans le fichier, ou continuez sans elles :',
    refused_one:
      '{{count, number}} adresse se trouve dans une ligne qui ne correspond pas aux colonnes. Corrigez-y les guillemets et les séparateurs, puis choisissez à nouveau le fichier :',
    refused_many:
      '{{count, number}} d’adresses se trouvent dans des lignes qui ne correspondent pas aux colonnes. Corrigez-y les guillemets et les séparateurs, puis choisissez à nouveau le fichier :',
    refused_other:
      '{{count, number}} adresses se trouvent dans des lignes qui ne correspondent pas aux colonnes. Corrigez-y les guillemets et les séparateurs, puis choisissez à nouveau le fichier :',
    example: 'Ligne {{row, number}} : {{text}}',
    several_one:
      '{{count, number}} cellule contient plusieurs adresses. Seule la première est vérifiée, à moins de mettre chacune sur sa ligne.',
    several_many:
      '{{count, number}} de cellules contiennent plusieurs adresses. Seule la première de chacune est vérifiée, à moins de mettre chaque adresse sur sa ligne.',
    several_other:
      '{{count, number}} cellules contiennent plusieurs adresses. Seule la première de chacune est vérifiée, à moins de mettre chaque adresse sur sa ligne.',
  },
  header: 'La première ligne nomme les colonnes.',
  above_one: '{{count, number}} ligne au-dessus des noms de colonnes est ignorée.',
  above_many: '{{count, number}} de lignes au-dessus des noms de colonnes sont ignorées.',
  above_other: '{{count, number}} lignes au-dessus des noms de colonnes sont ignorées.',
  more_one: '{{count, number}} autre colonne n’est pas affichée.',
  more_many: '{{count, number}} d’autres colonnes ne sont pas affichées.',
  more_other: '{{count, number}} autres colonnes ne sont pas affichées.',
  figure: {
    rows: 'Lignes',
    verified: 'À vérifier',
    duplicates: 'Doublons',
    malformed: 'Mal formées, gratuites',
    without: 'Sans adresse',
    blank: 'Lignes vides',
    needed: 'Crédits nécessaires, au plus',
    left: 'Restants après cette liste',
    asked: 'Crédits pour d’autres listes',
    available: 'Crédits disponibles',
  },
  missing_one: 'Il vous manque {{count, number}} crédit. La liste l’attendra.',
  missing_many: 'Il vous manque {{count, number}} de crédits. La liste les attendra.',
  missing_other: 'Il vous manque {{count, number}} crédits. La liste les attendra.',
  price: 'En packs : {{price}}, sans abonnement.',
  look: 'Nous vérifions d’abord {{size, number}} adresses au hasard, qui montrent la part sûre. Le reste demande {{missing, number}} crédits de plus.',
  sendAndBuy_one: 'Envoyer, puis acheter {{count, number}} crédit',
  sendAndBuy_many: 'Envoyer, puis acheter {{count, number}} de crédits',
  sendAndBuy_other: 'Envoyer, puis acheter {{count, number}} crédits',
  sendAndLook: 'Envoyer et en vérifier {{size, number}} d’abord',
  fault: {
    spreadsheet_file:
      'C’est un classeur. Enregistrez-le en .xlsx ou en CSV, puis choisissez ce fichier.',
    not_text: 'Ce n’est pas un fichier texte. Enregistrez-le en CSV, puis choisissez-le à nouveau.',
    other_format:
      'Ce fichier est au format vCard, LDIF, HTML, XML ou JSON : ce n’est pas une liste. Exportez-le en CSV, ou copiez les adresses et collez-les.',
    empty_file: 'Ce fichier est vide.',
    no_address: 'Ce fichier ne contient aucune adresse e-mail.',
    wrong_column:
      'Cette colonne ne contient aucune adresse e-mail. Choisissez celle qui en contient.',
    wrong_separator: 'Chaque adresse est entourée d’un autre texte. Choisissez comment les lire.',
    addresses_lost:
      'Des lignes de ce fichier ne peuvent pas être lues sans perdre d’adresses e-mail. Vérifiez ses guillemets et ses séparateurs.',
    line_too_long: 'Une ligne de ce fichier dépasse {{characters, number}} caractères.',
    too_many_addresses:
      'Ce fichier contient plus de {{addresses, number}} adresses. Répartissez-les dans plusieurs fichiers.',
    too_many_rows:
      'Ce fichier contient plus de {{rows, number}} lignes. Répartissez-les dans plusieurs fichiers.',
    file_too_large: 'Ce fichier est trop volumineux.',
  },
} as const satisfies Translated<typeof en>;
