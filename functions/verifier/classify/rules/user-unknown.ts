import type { Rule } from '../rule.ts';
import { eitherOrder } from './either-order.ts';

const NO_RELAY = [/\brelay\w*|authenti\w*/];

/**
 * The same in other languages, written without accents: that is how replies are compared. Sentences
 * run from the thing (user, mailbox, address) to what is said of it, or the other way round.
 */
export const USER_UNKNOWN: readonly Rule[] = [
  {
    id: 'user-unknown.fr',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder(
        'utilisateur|destinataire|adresse|bo.{1,3}te|bal|compte|correspondant|abonne|usager|personne',
        "inconnue?s?\\b|inexistante?s?|n'? ?existe|(pas|plus|non) (\\S+ )?(valide|connu|reconnu|repertori|enregistr|utilis|attribu|trouv|existant)|invalides?|introuvable|erronee?|incorrecte?",
        'aucune?|pas de',
      ),
      /\bofr\w*_41[68]\b|\blpn\w*_?41[68]\b/,
    ],
    unless: NO_RELAY,
    examples: [
      '550 5.1.1 Utilisateur inconnu !',
      '550 5.1.1 Adresse d au moins un destinataire invalide. OFR_416 [416]',
      "550 L'adresse du destinataire n'existe pas",
      '550 Boîte aux lettres inexistante',
      '550 Compte introuvable',
      '550 5.5.0 OFR_418',
      '550 Aucun destinataire',
      "550 Ce destinataire n'existe plus",
    ],
  },
  {
    id: 'user-unknown.de',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder(
        '(benutzer|empfanger|empfaenger|adress|postfach|mailbox|konto|teilnehmer|nutzer|anwender|kunde|account|mailadresse|e-?mail-?adresse)\\w*',
        'unbekannt|existier\\w+ nicht|nicht (\\S+ )?(bekannt|gefunden|vorhanden|gultig|gueltig|existent|existierend|eingerichtet|mehr aktiv)|ungultig|ungueltig|gibt es nicht|geloscht|geloescht|falsch',
        'kein(e|en|er)?',
      ),
    ],
    unless: [...NO_RELAY, /\bip\b/],
    examples: [
      '550 Benutzer nicht bekannt',
      '550 Empfaenger unbekannt',
      '550 5.1.1 Diese Adresse existiert nicht',
      '550 Unbekannter Empfänger',
      '550 Kein Postfach dieses Namens, kein solches Postfach',
      '550 Mailbox existiert nicht',
    ],
  },
  {
    id: 'user-unknown.es',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder(
        'usuario|destinatario|buzon|cuenta|direccion|casilla|persona',
        'desconocid|inexistente|no (\\S+ ){0,3}?(existe|valid|encontrad|encuentra|reconocid|registrad|localizad)|invalid|erronea|incorrect',
        'no hay|ningun',
      ),
    ],
    unless: NO_RELAY,
    examples: [
      '550 Usuario desconocido',
      '550 5.1.1 No existe dicha persona',
      '550 El buzón no existe',
      '550 Usuario inexistente',
      '550 Dirección de destino errónea',
      '550 No existe ese usuario',
    ],
  },
  {
    id: 'user-unknown.it',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder(
        'utente|destinatario|destin|casella|indirizzo|account|mailbox|recapito',
        'sconosciut|inesistente|non (\\S+ ){0,3}?(esiste|valid|trovat|present|riconosciut|attiv|registrat)|errat',
        'nessun[ao]?',
      ),
    ],
    unless: NO_RELAY,
    examples: [
      '550 Utente sconosciuto',
      '550 <user@example.it>, destin. sconosciuto',
      '550 Indirizzo inesistente',
      '550 5.1.1 Siamo spiacenti, non esiste nessun utente con questo nome',
      '550 Destinatario errato',
      '550 La casella non esiste',
    ],
  },
  {
    id: 'user-unknown.pt',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder(
        'usuario|destinatario|caixa|conta|endereco|utilizador',
        'desconhecid|inexistente|n(a|.{1,2})o (\\S+ ){0,3}?(existe|encontrad|valid|localizad|cadastrad|registad|reconhecid)|invalid|incorret',
        'nenhuma?|nao ha',
      ),
    ],
    unless: NO_RELAY,
    examples: [
      '550 Usuário desconhecido',
      '550 5.1.1 Caixa postal inexistente',
      '550 Endereço não existe',
      '550 Destinatário não encontrado',
      '550 Não existe esse usuário',
    ],
  },
  {
    id: 'user-unknown.nl',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder(
        'gebruiker|ontvanger|geadresseerde|mailbox|postbus|postvak|adres|e-?mailadres|account',
        'onbekende?|bestaat (\\w+ )?niet|niet (\\S+ )?(gevonden|bekend|bestaand|geldig|herkend)|ongeldige?|verwijderd',
        'geen',
      ),
    ],
    unless: NO_RELAY,
    examples: [
      '550 Gebruiker onbekend',
      '550 5.1.1 Deze mailbox bestaat niet',
      '550 Onbekende ontvanger',
      '550 E-mailadres niet gevonden',
    ],
  },
  {
    id: 'user-unknown.pl',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      eitherOrder(
        'uzytkownik\\w*|odbiorc\\w+|adresat\\w*|skrzynk\\w+|kont[aoe]|adres\\w*',
        'nieznan|nie (\\S+ )?(istniej|znalezion|odnalezion|rozpoznan|zarejestrowan)|nieprawidlow|niepoprawn|bledny|usuniet',
        'nie ma|brak',
      ),
    ],
    unless: NO_RELAY,
    examples: [
      '550 Nieznany użytkownik',
      '550 5.1.1 Konto nie istnieje',
      '550 Nie ma takiego konta',
      '550 Brak takiego użytkownika',
      '550 Skrzynka odbiorcy nie istnieje',
    ],
  },
  {
    id: 'user-unknown.asia',
    outcome: 'no_such_mailbox',
    codes: ['5'],
    says: [
      /(宛先|ユーザー?|アカウント|メールボックス|アドレス|受信者|あて先).{0,20}(存在しま|存在しな|見つかりま|見つから|不明|登録されて|登録がありま|いませ|ございませ|ありませ|無効|誤り|誤って|間違)/,
      /(用户|收件人|邮箱|邮件地址|帐号|账号|地址|信箱|使用者|收件者|帳號|帐户|账户|郵箱).{0,12}(不存在|未找到|无效|找不到|無效|未注册|未开通|不正确|没有找到|错误|不詳)|(不存在|无此|無此|没有此|没有这个|没有该|查无此|找不到|无效|未知)(的|该|此)?(用户|收件人|邮箱|帐号|账号|使用者|收件者)/,
      /(사용자|수신자|메일함|계정|주소).{0,15}(없|존재하지)/,
      /(пользовател|адресат|ящик|получател|адрес|аккаунт)\S*.{0,30}(не на[ий]ден|не существует|неизвест|не зарегистрирован|отсутствует)|(нет|не существует) такого (пользователя|ящика|адреса|получателя)|такого пользователя нет/,
    ],
    unless: NO_RELAY,
    examples: [
      '550 宛先のユーザーは存在しません',
      '550 5.1.1 ユーザーは登録されていません',
      '550 该用户不存在',
      '550 收件人不存在',
      '550 无此用户',
      '550 Такого пользователя нет',
      '550 Пользователь не найден',
    ],
  },
];
