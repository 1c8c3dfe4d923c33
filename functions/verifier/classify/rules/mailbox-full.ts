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
      /\b(mail ?box|in ?box|account|mail ?folder|mail ?drop|mail ?dir|recipient|user|storage|postbox|destination)('s)?( \S+){0,4}? (is |are |was )?(too |currently |temporarily |almost )?(over)?full\b|\b(mail ?box|inbox)( (?!servers?|hosts?|system|store|service|cluster)\S+){0,5}? (at|over|above|past) (its|the|their) (\S+ )?limit|insufficient (mail ?box|inbox) (space|storage)|storage space exhausted|\bfull (mail ?box|inbox|account)|\b(mail ?box|inbox|account) ?(is )?full/,
      /exceed(ed|s|ing)?( \S+){0,4}? (storage|disk|mailbox|space|allocation|capacity)|\b(storage|space|disk|mailbox|inbox)( \S+){0,3}? (limit|allocation|size|capacity|usage)( \S+){0,3}? ?(exceed\w*|reached|full|over)|has (exceeded|reached) (its|their|the) (\S+ )?(limit|maximum|allowed)/,
      /\b(out of|not enough|no|insufficient|no more|lack of|used up)( \S+){0,2}? (storage|space|room)( \S+){0,3}? ?(in|for|on|left|available)? ?(the )?(user|mailbox|account|recipient|inbox)|(mailbox|inbox|account|user|recipient)( \S+){0,5}? (out of|not( have)? enough|no|insufficient|lack)( \S+){0,2}? (storage|space|room)|space has been used up/,
      /over (the |its |their )?(allowed |maximum |storage |size |disk )*(quota|limit)\b|too much mail data|too many (messages|mails) (on the server|(in|on) (the |this )?(mail|in)box)|would exceed|over quote\b|overdrawn|mail ?box[_ ]full|mail ?box( \S+){1,2} is full|(mail ?box|user|account) exceeds|will exceed max|not enough (disk ?|storage |free )?space|space not enough|enough disk ?space|(account|mailbox) storage limit|over the maximum allowed (number of messages|mailbox)|allowed message count|receiving limits?|mail file size|(mail ?box|inbox|account) (has )?exceeded|exhausted (allowed )?storage|recipient overquota|mailbox (size )?limit|\bfolder (is )?full\b|\b(mail ?box|inbox|account)( \S+){0,2} (at|over|above) (its )?(full |maximum )?capacity\b|(mail ?box|inbox) storage exceeded|does ?n[o']?t have (enough|any|sufficient) (more )?(storage |disk )?(space|room)|limit exe?c?eeded for this (e-?mail|mailbox|user|account)/,
    ],
    unless: [
      /\bsystem storage\b|\bspool\b|\bqueue (is |file )?(full|unavailable|quota)|\b(server|system|spool|queue|gateway|cluster|node|database|backend|directory|session|connection|network|client|license|token|host)( (is|has|was))? (over|out|exceed\w*|reached|quota|storage|overquota)\b/,
    ],
    examples: [
      '552 Requested mail action aborted: exceeded storage allocation',
      '550 User has exhausted allowed storage space.',
      '452 <user@example.com> Mailbox full',
      '550 5.1.1 <user@example.com> is over quota',
      '550 quota exceeded',
      '552 5.7.1 Mailbox size limit exceeded',
      "550 The user's space has been used up",
      '552 1 Requested mail action aborted, mailbox out of storage space',
      '550 5.2.5 Folder full',
      '552 Quota exceeded. The recipients mailbox is full.',
      '552 Account(s) <user@example.com> does not have enough space',
    ],
  },
  {
    id: 'mailbox-full.fr',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(bo.{1,3}tes?|bal|messagerie|compte|mailbox|destinataire|utilisateur|usager|correspondant)\b.{0,40}(plein|satur|rempli|trop de (messages|mails)|encombr)|\b(quota|capacite|taille maximale de la bo)\b.{0,30}(depass|attein|exced|epuis|satur|plein)|(depass|exced|attein|epuis)\S*.{0,25}(quota|capacite|espace|limite (de|d') ?(stockage|espace|la bo))|\bespace\b.{0,30}(insuffisant|depass|satur|plein|epuis)|(plus|pas) (\S+ )?(d'espace|de place|assez d)|limite de (stockage|la boite).{0,20}(attein|depass)|\b(allocation|stockage)\b.{0,30}(depass|exced|epuis|satur)|depass\S* .{0,25}\b(allocation|stockage|quota)\b|\bofr\w*_417\b|\blpn\w*_?417\b/,
    ],
    examples: [
      '552 5.1.1 hibJumn68I371 Boite du destinataire pleine. Recipient refused. OFR_417 [417]',
      '552 La boîte aux lettres du destinataire est pleine',
      '550 Quota dépassé pour cet utilisateur',
      '552 OFR_417',
      "552 Le destinataire n'a plus d'espace disponible",
      '552 Capacité de la boîte dépassée',
      '552 Allocation de stockage dépassée',
    ],
  },
  {
    id: 'mailbox-full.de',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /(postfach|posteingang|mailbox|konto|briefkasten|account|empfanger|empfaenger|benutzer|nutzer).{0,40}\b(voll\w?|uberfullt|ueberfuellt|kein(en)? (freier |freien |ausreichend\w* )?(speicher)?(platz|raum)|ausgelastet)|\bvolle(s|r|n)? (postfach|mailbox|briefkasten)|(speicher|quota|kontingent|kapazitat|kapazitaet|postfachgross?e|postfachlimit).{0,40}(ub?erschritten|ueberschritten|uberschreitet|erschopft|erschoepft|voll|ausgeschopft|aufgebraucht|erreicht)|(nicht genug|nicht genugend|zu wenig|kein)\w* (\S+ )?(speicher|platz)\w*|zu ?viele (mails|nachrichten|e-mails) (auf|im|in)|\bue?berschr(eitung|eitet|itten)\w* .{0,25}(speicher|quota|kontingent|postfachgross|postfachlimit)/,
    ],
    examples: [
      '550 Benutzer hat das Speichervolumen ueberschritten.',
      '550 Benutzer hat zuviele Mails auf dem Server.',
      '552 Das Postfach des Empfängers ist voll',
      '552 Speicherplatz erschöpft',
      '552 Nicht genügend Speicherplatz im Postfach',
      '552 Empfänger hat keinen freien Speicherplatz',
      '552 Die Postfachgröße wurde überschritten',
      '552 Überschreitung des Speicherplatzes',
    ],
  },
  {
    id: 'mailbox-full.es',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(buzon|casilla|bandeja|cuenta|correo|usuario|destinatario)\b.{0,40}\b(llen[oa]|excedid[oa]|excede|sin (\S+ )?espacio|saturad[oa]|colmad[oa])|\b(cuota|quota|capacidad|limite de(l)? (almacenamiento|espacio|buzon|capacidad)|limite de la (casilla|cuenta))\b.{0,40}(excedid|superad|sobrepas|agotad|alcanzad|llena|complet)|(exced\w*|super\w+|sobrepas\w+|rebas\w+|alcanz\w+|agot\w+).{0,30}\b(cuota|quota|capacidad|espacio|limite de(l)? (almacenamiento|espacio|buzon))|\b(sobre|por encima de) (la |su )?cuota\b|\b(espacio|almacenamiento)\b.{0,30}(insuficiente|agotad|excedid|superad|sobrepasad|rebasad|llen[oa]\b)|(exced|super|sobrepas|rebas)\w+ .{0,30}\balmacenamiento\b|\b(buzon|casilla|cuenta|bandeja)\b.{0,20}(alcanz|super|exced|lleg)\w+ (a )?(su|el) (\S+ )?(limite|tope|maximo)|(no (tiene|hay|queda|dispone de|cuenta con)|sin) (\S+ )?espacio|\b(buzon|casilla|bandeja|cuenta|usuario|destinatario)\b.{0,30}\b(no (le )?(queda|tiene|hay)|sin) (mas )?(sitio|hueco|lugar)\b/,
    ],
    examples: [
      '552 El buzón del destinatario está lleno',
      '552 Cuota de disco excedida',
      '550 El usuario ha superado su cuota',
      '452 La casilla no tiene espacio',
      '552 Se ha superado la capacidad del buzón',
      '552 Espacio de almacenamiento superado',
      '552 Se ha excedido la asignación de almacenamiento',
    ],
  },
  {
    id: 'mailbox-full.it',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(casella|mailbox|inbox|posta|utente|cassetta|account|destinatario)\b.{0,40}\b(pien[ao]|satur[ao]|esaurit[ao]|senza spazio)|\b(quota|spazio|capacita|capienza|limite (di|dello) (spazio|archiviazione)|limite della casella|dimension\w+ (massima )?della casella)\b.{0,40}(superat|esaurit|insufficient|eccedut|raggiunt|terminat|pien)|(superat|ecced|supera|esaurit|raggiunt)\w*.{0,30}(quota|spazio|capienza|capacita|archiviazione|limite (di|dello) (spazio|archiviazione))|\b(allocazione|archiviazione)\b.{0,40}(superat|esaurit|ecced)|non (c'e|ha|dispone di) (\S+ )?spazio|\b(casella|mailbox|utente|destinatario|account)\b.{0,30}\bnon (c'e|ha) (piu )?posto\b|\b(oltre|sopra) (la )?quota\b/,
    ],
    examples: [
      '552 La casella del destinatario è piena',
      '552 Spazio esaurito nella casella',
      '550 Quota superata',
      '552 La casella ha raggiunto il limite di spazio',
      "552 Superata l'allocazione di archiviazione",
    ],
  },
  {
    id: 'mailbox-full.pt',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(caixa|conta|mailbox|correio|usuario|utilizador|destinatario)\b.{0,40}\b(chei[ao]|lotad[ao]|excedid[ao]|sem (\S+ )?espaco|abarrotad[ao])|\b(quota|cota|espaco|capacidade|limite (da caixa|de (armazenamento|espaco|disco)))\b.{0,40}(excedid|esgotad|ultrapassad|insuficiente|atingid|estourad|chei)|\barmazenamento\b.{0,40}(excedid|esgotad|ultrapassad)|(exced\w*|ultrapass\w+|sobrepass\w+|esgot\w+|ating\w+|estour\w+).{0,30}\b(quota|cota|espaco|capacidade|armazenamento|limite (da caixa|de (armazenamento|espaco|disco)))|\b(caixa|conta)\b.{0,20}(ating|ultrapass|exced)\w+ (o|seu) (\S+ )?(limite|maximo)|\bacima d[ae] (sua )?[cq]u?ota\b|(nao (ha|tem|possui|dispoe de)|sem) (\S+ )?espaco|\b(caixa|conta|usuario|utilizador|destinatario)\b.{0,30}\b(nao (tem|ha)|sem) (mais )?lugar\b/,
    ],
    examples: [
      '552 Caixa postal do destinatário cheia',
      '552 Cota excedida',
      '550 Caixa de correio lotada',
      '552 O usuário ultrapassou a quota',
      '552 Não há espaço na caixa do destinatário',
      '552 Alocação de armazenamento excedida',
    ],
  },
  {
    id: 'mailbox-full.nl',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /(mailbox|postvak|postbus|inbox|brievenbus|account).{0,40}\b(over)?vol(le)?\b|\bvolle (mailbox|postvak|postbus|inbox|brievenbus)|(quotum|quota|opslag|limiet|capaciteit|ruimte).{0,40}(overschr\w+|bereikt|vol\b|onvoldoende|verbruikt|opgebruikt)|(overschr\w+|onvoldoende).{0,30}(quotum|quota|opslag\w*|schijfruimte|limiet|ruimte)|(geen|niet genoeg|te weinig) (\S+ )?(ruimte|opslag\w*|schijfruimte|plaats)\b/,
    ],
    examples: [
      '552 De mailbox van de ontvanger is vol',
      '552 Quotum overschreden',
      '452 Postvak is vol',
      '552 Onvoldoende ruimte in de mailbox',
      '552 Mailbox overschrijdt de opslaglimiet',
    ],
  },
  {
    id: 'mailbox-full.pl',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /\b(skrzyn\w+|konto|kont[ao]|odbiorc\w+|uzytkownik\w*)\b.{0,40}(peln[aey]|przepelnion|zapelnion|przepeln|przekrocz)|\b(przepelnion\w+|peln[ae]) (skrzyn|kont)\w+|\b(limit\w*|pojemnos\w+|quota|miejsc\w+|przestrze\w+|powierzchni\w*)\b.{0,40}(przekrocz|wyczerp|przepeln|osiagn|zapeln)|(przekro\w+|wyczerp\w+).{0,30}(limit|quot|pojemnos|miejsc|przestrze|przydzial\w*(?! (polacz|wiadomosci|wysyl))|ilosc\w* przechowywan|ilosc\w* danych w skrzyn)|przydzial\w* (?!polacz|wiadomosci|wysyl).{0,40}(przekrocz|wyczerp)|(brak|nie ma|za malo) (\S+ )?(miejsca|przestrzeni)/,
    ],
    examples: [
      '552 Skrzynka odbiorcy jest pełna',
      '552 Przekroczono limit pojemności, limit przekroczony',
      '550 Skrzynka przepełniona',
      '452 Brak miejsca na koncie',
      '552 Odbiorca przekroczył limit miejsca',
      '552 Przekroczone ograniczenie ilości przechowywanych danych',
    ],
  },
  {
    id: 'mailbox-full.asia',
    outcome: 'mailbox_full',
    codes: ['4', '5'],
    says: [
      /(メールボックス|メールBOX|メールbox|受信箱|受信トレイ|受信ボックス|容量|ディスク|クォータ|クオータ|保存|宛先|受信者|割り?当て).{0,20}(一杯|いっぱい|満杯|満タン|満了|超過|オーバー|不足|超え|フル|上限|空きが|空き容量)/,
      /(邮箱|信箱|收件人|收件者|收件箱|收件匣|用户|空间|容量|配额|配額|限额|郵箱|空間|磁盘|磁碟)[^。]{0,12}(满|滿|不足|超出|超过|超過|超限|上限|已用完|用尽|不够|不夠)|(超出|超过|超過)[^。]{0,8}(容量|空间|空間|配额|配額|限额|存储|存儲|储存|儲存)/,
      /(ящик|почтов\S+).{0,30}(переполнен|полон|заполнен)|квот\S*.{0,30}(превышен|исчерпан)|превышен\S* (\S+ )?(квот|лимит (ящика|размера ящика|хранения))/,
      /(메일함|편지함|사서함|용량|할당량|메일 ?박스).{0,12}(가득|꽉|초과|부족|찼)/,
    ],
    examples: [
      '552 メールボックスの容量が一杯です',
      '552 受信者のメールボックスが満杯です',
      '552 收件人邮箱已满',
      '550 邮箱空间不足',
      '552 收件者信箱已超過配額',
      '552 メールボックスの空き容量が不足しています',
      '552 받는 사람의 메일함이 가득 찼습니다',
      '552 Почтовый ящик переполнен',
    ],
  },
];
