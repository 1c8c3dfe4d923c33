/**
 * What servers call a mailbox, its address or whom it belongs to, language by language: alternatives
 * of a regular expression over the words of a reply, so in lower case and without accents. German and
 * Dutch run words together, so theirs may begin inside one: "Empfängeradresse".
 */
export const MAILBOX = {
  fr: '\\b(?:utilisat(?:eur|rice)s?|usagers?|destinataires?|destinatrice|adresses?|bo.{1,3}tes?|bal|comptes?|correspondante?s?|abonnee?s?|titulaire|messagerie|alias|mailbox|personne)\\b',
  de: '(?:nutzer|lokalteil|lokaler? teil|adressteil|empfanger|empfaenger|adress|adresse|adressat|postfach|postfacher|postkorb|briefkasten|mailbox|konto|konten|teilnehmer|anwender|kunde|account|inhaber|user|mitarbeiter|person|alias)(?:e|en|es|s|n|in|name|namen|adresse|konto|kennung|postfach)?\\b',
  es: '\\b(?:usuari[oa]s?|destinatari[oa]s?|receptor|buzon(?:es)?|cuentas?|direccion(?:es)?|casillas?|correo electronico|persona|titular|abonad[oa]s?|alias|mailbox)\\b',
  it: '\\b(?:utent[ei]|destinatari[oae]?|destin|ricevente|casell[ae](?: postale)?|cassetta|indirizz[oi]|recapito|account|mailbox|alias|nominativo|persona|titolare)\\b',
  pt: '\\b(?:usuari[oa]s?|utilizador(?:a|es)?|destinatari[oa]s?|recebedor|caixas?|contas?|enderecos?|assinante|pessoa|titular|alias|mailbox|correio ele[ct]{1,2}ronico|e-?mail (?:d[eo] dest\\w+|informado|indicado))\\b',
  nl: '(?:gebruiker|ontvanger|geadresseerde|mailbox|postbus|postvak|brievenbus|adres|adressen|account|klant|abonnee|medewerker|persoon|alias)(?:s|snaam|n)?\\b',
  pl: '\\b(?:uzytkowni[kc]\\w*|odbiorc\\w+|adresa\\w*|skrzyn\\w+|kont(?:o|a|u|em|ach)|mailbox|adres(?:u|y|em|ow)?|abonen\\w+|osob\\w+|alias\\w*)\\b',
  ja: '(?:宛先|宛て先|送り先|あて先|送信先|ユーザー?|アカウント|メールボックス|メールアドレス|アドレス|受信者|受取人|利用者|お客様|エイリアス|配信先|配送先|送付先)',
  zh: '(?:用户|用戶|收件人|收件者|收信人|接收者|接收人|邮箱|郵箱|信箱|邮件地址|郵件地址|电子邮件|電子郵件|帐号|账号|帳號|帐户|账户|帳戶|使用者|邮件帐|地址|别名|別名)',
  ko: '(?:사용자|수신자|수신인|메일함|편지함|사서함|계정|주소|아이디)',
  ru: '(?:пользовател|адресат|ящик|получател|адрес|аккаунт|абонент|учетн)[а-яё]*',
} as const;
