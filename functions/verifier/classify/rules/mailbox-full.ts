import type { Rule } from '../rule.ts';

/** There is a mailbox, and no room in it. */
export const MAILBOX_FULL: readonly Rule[] = [
  {
    id: 'mailbox-full.code',
    outcome: 'mailbox_full',
    enhanced: ['X.2.2'],
    codes: ['4', '5'],
    examples: [
      '552 5.2.2 <user@example.com>: refused',
      '452-4.2.2 The email account that you tried to reach is over quota. Please direct\r\n452-4.2.2 the recipient to\r\n452 4.2.2 https://support.google.com/mail/?p=OverQuotaTemp',
      '554 5.2.2 mailbox full; STOREDRV.Deliver; mailbox exceeded',
    ],
  },
  {
    id: 'mailbox-full.en',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(over|exceed\w*|out of|beyond|above|violat\w+|reached|full|no|insufficient)( \S+){0,5}? ?quota\b|\b(disk |disc |storage |mail ?box |mail |user |message |space )?quota( \S+){0,3}? ?(exceed\w*|full|reached|violat\w*|used|limit|surpassed|is over)|\boverquota\b|\bquota\b.{0,30}(exceed|full|reach)|^\W*(disk |disc |storage |mail )?quota\W*$|not able to receive (any )?more (mail|messages)/,
      /\b(mail ?box|in ?box|account|mail ?folder|mail ?drop|mail ?dir|recipient|user|storage|postbox|destination)('s)?( \S+){0,4}? (is |are |was )?(too |currently |temporarily |almost )?full\b|\bfull (mail ?box|inbox|account)|\b(mail ?box|inbox|account) ?(is )?full/,
      /exceed(ed|s|ing)?( \S+){0,4}? (storage|disk|mailbox|space|allocation|capacity)|\b(storage|space|disk|mailbox|inbox)( \S+){0,3}? (limit|allocation|size|capacity|usage)( \S+){0,3}? ?(exceed\w*|reached|full|over)|has exceeded (its|their|the) (limit|maximum|allowed)/,
      /\b(out of|not enough|no|insufficient|no more|lack of|used up)( \S+){0,2}? (storage|space|room)( \S+){0,3}? ?(in|for|on|left|available)? ?(the )?(user|mailbox|account|recipient|inbox)|(mailbox|inbox|account|user|recipient)( \S+){0,5}? (out of|not( have)? enough|no|insufficient|lack)( \S+){0,2}? (storage|space|room)|space has been used up/,
      /over (the |its |their )?(allowed |maximum |storage |size |disk )*(quota|limit)\b|too much mail data|too many (messages|mails) (on the server|(in|on) (the |this )?(mail|in)box)|would exceed|over quote\b|overdrawn|mail ?box[_ ]full|mail ?box( \S+){1,2} is full|(mail ?box|user|account) exceeds|will exceed max|not enough (disk ?|storage |free )?space|space not enough|enough disk ?space|(account|mailbox) storage limit|over the maximum allowed (number of messages|mailbox)|allowed message count|receiving limits?|mail file size|(mail ?box|inbox|account) (has )?exceeded|exhausted (allowed )?storage|recipient overquota|mailbox (size )?limit/,
    ],
    unless: [/\bsystem storage\b|\bspool\b|queue/],
    examples: [
      '552 Requested mail action aborted: exceeded storage allocation',
      '550 User has exhausted allowed storage space.',
      '452 <user@example.com> Mailbox full',
      '550 5.1.1 <user@example.com> is over quota',
      '550 quota exceeded',
      '552 5.7.1 Mailbox size limit exceeded',
      "550 The user's space has been used up",
      '552 1 Requested mail action aborted, mailbox out of storage space',
    ],
  },
  {
    id: 'mailbox-full.fr',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(bo.{1,3}te|bal|messagerie|compte|mailbox)\b.{0,40}(plein|satur|rempli)|\bquota\b.{0,25}(depass|attein|excede)|(depass|excede)\S*.{0,25}quota|espace.{0,30}(insuffisant|depass|satur|plein)|\bofr\w*_417\b|\blpn\w*_?417\b/,
    ],
    examples: [
      '552 5.1.1 hibJumn68I371 Boite du destinataire pleine. Recipient refused. OFR_417 [417]',
      '552 La boîte aux lettres du destinataire est pleine',
      '550 Quota dépassé pour cet utilisateur',
      '552 OFR_417',
    ],
  },
  {
    id: 'mailbox-full.de',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(postfach|mailbox|konto|briefkasten|account|empfanger|empfaenger|benutzer)\w*.{0,40}\b(voll|uberfullt|ueberfuellt|kein(en)? (speicher)?platz)|(speicher|quota|kontingent|kapazitat)\w*.{0,40}(uberschritten|ueberschritten|erschopft|erschoepft|voll|ausgeschopft)|zu ?viele (mails|nachrichten|e-mails) (auf|im|in)/,
    ],
    examples: [
      '550 Benutzer hat das Speichervolumen ueberschritten.',
      '550 Benutzer hat zuviele Mails auf dem Server.',
      '552 Das Postfach des Empfängers ist voll',
      '552 Speicherplatz erschöpft',
    ],
  },
  {
    id: 'mailbox-full.es',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(buzon|casilla|bandeja|cuenta|correo)\b.{0,40}\b(llen[oa]|excedid[oa]|sin espacio)|\bcuota\b.{0,40}(excedid|superad|sobrepas|agotad|alcanzad|llena)|(excedi\w*|super\w+|sobrepas\w+).{0,30}\bcuota|espacio.{0,30}(insuficiente|agotado|excedido)|no (tiene|hay) (suficiente )?espacio/,
    ],
    examples: [
      '552 El buzón del destinatario está lleno',
      '552 Cuota de disco excedida',
      '550 El usuario ha superado su cuota',
      '452 La casilla no tiene espacio',
    ],
  },
  {
    id: 'mailbox-full.it',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(casella|mailbox|posta|utente|cassetta)\b.{0,40}\b(pien[ao]|satur[ao]|esaurit[ao])|\b(quota|spazio)\b.{0,40}(superat|esaurit|insufficient|eccedut|raggiunt)|(superat|ecced)\w*.{0,30}(quota|spazio)/,
    ],
    examples: [
      '552 La casella del destinatario è piena',
      '552 Spazio esaurito nella casella',
      '550 Quota superata',
    ],
  },
  {
    id: 'mailbox-full.pt',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(caixa|conta|mailbox|correio)\b.{0,40}\b(chei[ao]|lotad[ao]|excedid[ao])|\b(quota|cota|espaco|limite (da caixa|de (armazenamento|espaco|disco)))\b.{0,40}(excedid|esgotad|ultrapassad|insuficiente|atingid|estourad)|(excede\w*|ultrapass\w+|sobrepass\w+).{0,30}\b(quota|cota|espaco|limite (da caixa|de (armazenamento|espaco|disco)))/,
    ],
    examples: [
      '552 Caixa postal do destinatário cheia',
      '552 Cota excedida',
      '550 Caixa de correio lotada',
      '552 O usuário ultrapassou a quota',
    ],
  },
  {
    id: 'mailbox-full.nl',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(mailbox|postvak|postbus|inbox|brievenbus)\w*\b.{0,40}\bvol\b|\b(quotum|quota|opslag\w*|schijfruimte|limiet)\b.{0,40}(overschreden|bereikt|vol\b|onvoldoende)/,
    ],
    examples: [
      '552 De mailbox van de ontvanger is vol',
      '552 Quotum overschreden',
      '452 Postvak is vol',
    ],
  },
  {
    id: 'mailbox-full.pl',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(skrzynk\w+|konto|kont[ao])\b.{0,40}(peln[aey]|przepelnion|zapelnion|przepeln)|\b(limit\w*|pojemnos\w+|quota|miejsc\w+|przestrze\w+)\b.{0,40}(przekrocz|wyczerp|przepeln)|przekroczon\w+.{0,30}(limit|quota|pojemnos)|brak (wolnego )?miejsca/,
    ],
    examples: [
      '552 Skrzynka odbiorcy jest pełna',
      '552 Przekroczono limit pojemności, limit przekroczony',
      '550 Skrzynka przepełniona',
      '452 Brak miejsca na koncie',
    ],
  },
  {
    id: 'mailbox-full.asia',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /(メールボックス|受信箱|容量|ディスク|クォータ|保存).{0,20}(一杯|いっぱい|満杯|満了|超過|オーバー|不足|超え|フル)/,
      /(邮箱|信箱|收件人|收件箱|空间|容量|配额|郵箱|空間|磁盘).{0,12}(已满|满|不足|超出|超过|已滿|超限|滿)|(超出|超过).{0,6}(容量|空间|配额)/,
      /(ящик|почтов\S+).{0,30}(переполнен|полон|заполнен)|квота.{0,30}превышен|превышен\S* (квот|лимит)/,
    ],
    examples: [
      '552 メールボックスの容量が一杯です',
      '552 受信者のメールボックスが満杯です',
      '552 收件人邮箱已满',
      '550 邮箱空间不足',
      '552 Почтовый ящик переполнен',
    ],
  },
];
