import type { Rule } from '../rule.ts';

const GUESS = '\\b(?:might|may|could(?! not)|either)\\b';
/** What may be the matter with a mailbox that has room. */
const NOT_FULL =
  '\\b(?:exists?|unknown|invalid|non-?existent|disabled|inactive|suspended|closed|deleted|blocked|mis-?spel\\w+|mis-?typed|wrong|moved)\\b';

/** Rules of the server or of the mailbox's owner on whom they hear: the mailbox itself may be fine. */
export const POLICY: readonly Rule[] = [
  {
    id: 'policy.message',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\b(message|mail|e-?mail|body|header|attachment)s? (size|length|too (big|large|long)|is too|exceeds? (the )?(max|fixed|size|system|admin))|\bsize limit|too (large|big) for|(header|content|attachment)s? (error|reject|denied|not (accepted|allowed)|filter|block)/,
      /\b(taille|tamano|tamanho|dimensione|rozmiar) (du |del |da |de la )?(message|mensaje|correo|mensagem|messaggio|wiadomosci)|\b(message|mensaje|correo|mensagem|messaggio|bericht|nachricht|mail|wiadomosc) (\S+ )?(trop|demasiado|muito|maior|troppo|zu|te|za|zbyt) (gro|grand|volumin|pesad|duz)\w*|nachrichtengrosse|berichtgrootte|(メッセージ|メール)の?(サイズ|容量)|添付|(邮件|郵件|信件)的?(大小|过大|太大|過大)|附件/,
    ],
    unless: [/\b(mailbox|quota|inbox|storage)\b|\bsize:? [\d.]+ ?[kmg]?b(ytes)? accepted\b/],
    examples: [
      '552 5.3.4 Message size exceeds fixed limit',
      '552 5.2.3 Message length exceeds administrative limit',
      '550 5.7.1 Message content rejected, id=00000',
      '552 Taille du message trop importante',
      '552 Nachricht ist zu groß',
      '552 メールサイズが容量を超えています',
      '552 邮件大小超过限制',
    ],
  },
  {
    // Too long for what this mailbox may be sent, whatever words for a limit are used.
    id: 'policy.message-code',
    outcome: 'policy',
    codes: ['4', '5'],
    enhanced: ['X.2.3', 'X.3.4'],
    // What a user may send at once is called a local quota in Exchange's translations.
    unless: [/\bfull\b|\bquota\b(?! local)/],
    examples: [
      '552 5.2.3 Bericht overschrijdt een administratieve mailboxlimiet',
      '554 5.2.3 too long',
      '552 5.3.4 refused',
    ],
  },
  {
    id: 'policy.message-exceeds',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\b(?:message|courriel|e-?mail|mail|nachricht|mensaje|correo|messaggio|mensagem|bericht|wiadomosc)(?: (?!qu|cu|co|bo|post|buz|cas|cai|skrz)\S+){0,3}? (?:depass|exced|super[ae]|sobrepasa|rebasa|ecced|ultrapass|uberschr|ueberschr|overschr|przekrac)\w*\b(?! (?:\S+ ){0,5}?(?:kontingent|\S{0,8}quot|cuota|cota|kontingent|bo.{1,3}te|bal\b|\S{0,6}postfach|buzon|casilla|casella|caixa|mailbox|postvak|postbus|skrzyn|kont[ao]\b|cuenta|conta\b|compte|account|capaci|espac|spazio|speicher|stockage|armazen|almacen|opslag|pojemn))/,
      /\b(?:message|nachricht|mensaje|messaggio|mensagem|bericht|wiadomosc) (?:\S+ ){0,2}?(?:depass|exced|supera|ecced|ultrapass|uberschr|ueberschr|overschr|przekrac)\w* (?:\S+ ){1,5}?(?:serveur|servidor|servers?|serwer\w*|systeme|sistema|systems|systeem|systemu)\b/,
      /\b(?:pieces? jointes?|anh(?:a|ae)nge?\w*|adjuntos?|allegat[io]|anexos?|bijlagen?|zalacznik\w*)\b.{0,40}\b(?:trop|lourd|volumin|taille|limit|zu gross|gross|grosse|groesse|demasiado|tamano|supera|troppo|dimension|muito|tamanho|te groot|grootte|te veel|za duz|rozmiar|depass|exced|ecced|ultrapass|overschr|uberschr|ueberschr|przekrac)|\b(?:\S{0,12}limi(?:t|te|ti|et)|maximum|maxim\w+|taille|tamano|tamanho|dimension[ei]|grosse|groesse|grootte|rozmiar)\b.{0,30}\b(?:pieces? jointes?|anh(?:a|ae)ng\w*|adjuntos?|allegat[io]|anexos?|bijlagen?|zalacznik\w*)\b/,
    ],
    unless: [/\b(mailbox|quota|inbox|storage)\b/],
    examples: [
      '552 Il messaggio supera la capacità del server',
      '552 Pièce jointe trop lourde',
      '552 Bijlage overschrijdt de opslaglimiet',
      '552 Le message dépasse la taille autorisée',
      '552 Die Nachricht überschreitet die erlaubte Größe',
      '552 El mensaje supera el máximo permitido',
      '552 Il messaggio eccede la dimensione massima',
      '552 A mensagem ultrapassa o limite permitido',
      '552 Bericht overschrijdt de maximale grootte',
      '552 Wiadomość przekracza dozwolony rozmiar',
    ],
  },
  {
    id: 'policy.word',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\bpolic(y|ies)\b|\bsecurity (reason|restriction|violation|setting)s?|\badministrative(ly)? (?!disabled|locked|suspended|deactivated)\w+|\badministrator\b[^.:]{0,30}(refus|prohibit|den|block|reject)|\bprohibit(ed|ion|s)\b|firewall|geographic|spoof(ed|ing)?\b|\bforg(ed|ery|eries)\b/,
      /\bpolitique|richtlinie|\bpoliti(c|k|k)a|\bpolitiche|criteri di|beleid|\bpolityk|ポリシー|策略/,
    ],
    examples: [
      '550 5.1.1 Rejected by our policy: user unknown',
      '550 Requested action not taken: mailbox unavailable Reject due to policy restrictions',
      '554 5.7.1 Administrative prohibition - envelope blocked',
      '550 <>: No thank you rejected: Account Unavailable: Possible Forgery',
      '550 5.7.1 Rejeté par la politique locale',
      '550 Abgelehnt: Verstoß gegen unsere Richtlinien',
      '550 5.7.1 Ein Empfänger wird durch die Blockierungsrichtlinie blockiert',
    ],
  },
  {
    id: 'policy.recipient-choice',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /(blocked|blacklisted|rejected|refused|filtered) by (the )?(recipient|user|addressee)|recipient'?s? (preferences|personal|filter|rules|settings)|user (rules|filter)s?\b|has (restricted|blocked)\b|\bposting (to|denied|rejected|not)\b|\bpossible (reason|cause)s?\b/,
      /only accept(s|ing)? (mail|messages?|e-?mails?) from|(does not|doesn't|not) want (your|this) mail|user refuses|refuse(s)? to receive|members?-only|not (allowed|permitted) to (post|send)|restricted (to|sender)|is protected by/,
      /(requires?|needs?) (that )?(all )?(senders?|you).{0,20}authenticat|authrequired|rst\.(not)?auth|rst\.restricted|notauthenticatedforgroup|not authori[sz]ed to send/,
    ],
    examples: [
      '550 5.7.1 You have been blocked by the recipient',
      "550 5.7.1 Recipient doesn't want your mail",
      '550 5.7.1 RESOLVER.RST.AuthRequired; authentication required',
      '550 5.7.1 The recipient is only accepting mail from specific email addresses',
      '550 5.1.1 refused due to recipient preferences',
    ],
  },
  {
    // Guesses, of which a full mailbox is one and none at all another.
    id: 'policy.any-of-several',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      new RegExp(`${GUESS}[^.;]{0,60}?\\bfull\\b[^.;]{0,40}?\\bor\\b[^.;]{0,30}?${NOT_FULL}`),
      new RegExp(`${GUESS}[^.;]{0,60}?${NOT_FULL}[^.;]{0,40}?(?:,|\\bor\\b)[^.;]{0,30}?\\bfull\\b`),
    ],
    examples: [
      '450 4.1.1 <user@example.com>: Recipient address rejected: unverified address: Mailbox might be disabled, full, or may not exist on the server.',
      '550 The mailbox may be full or may not exist',
      '550 Either the mailbox is full or the user is unknown',
    ],
  },
  {
    // A relay that remembers, not the host of the mailbox that knows.
    id: 'policy.bounced-before',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /\b(do[- ]not[- ](send|mail|contact)|bounces?|sending) list\b|\b(stopped|skipped|suppressed) sending\b|\bsending (\S+ )?(skipped|stopped|suppressed)\b|\b(address|recipient|delivery)( \S+)? suppressed\b|\b(came|come|comes) back\b|\bbounced with\b|\b(previous|earlier|prior|past|last) (deliver(y|ies)|attempts?|messages?|mails?|failures?)\b|\bafter (\S+ ){0,4}?bounces\b/,
      /\bsuppression\b|\bsuppressed (address(es)?|recipients?|list)\b|\b(history|record) of (hard[- ]?)?(bounc(es?|ing)|undeliver\w+)\b|\b(previously|formerly|already|recently|repeatedly) (hard[- ]?)?bounc(ed|ing)\b|\b(hard[- ]?)?bounced (previously|formerly|already|before|recently|in the past|too (often|many)|repeatedly)\b|\b(previous|earlier|past|prior|known) (hard[- ]?)?bounces?\b/,
    ],
    examples: [
      '550 5.2.1 Not sending to previously bounced email',
      '550 5.1.1 Recipient is on the suppression list',
      '550 5.1.1 Address has bounced before',
      '550 We suppressed sending to this address because of its history of bouncing as invalid',
    ],
  },
  {
    id: 'policy.bounced-before.other',
    outcome: 'policy',
    codes: ['4', '5'],
    says: [
      /(?:^\W*|[.:;,] )(?:envoi|versand|envio|invio|verzending|wysylka) (?:\S+ )?(?:suspend|supprim|interromp|unterdr|gestoppt|eingestellt|suprimid|suspens|interrump|detenid|soppress|sospes|interrott|onderdrukt|gestopt|wstrzyman)\w*|\b(?:liste|lista|lijst) (?:de|di|van) (?:supp?res|soppres)\w+/,
      /\bdeja (?:ete )?(?:signal|revenu|retourn)\w*|\b(?:fr(?:u|ue)her|bereits|zuvor|schon) (?:\S+ ){0,3}?zur(?:u|ue)ck(?:gemeldet|gekommen|geschickt)|\br(?:u|ue)ckl(?:a|ae)ufer|\brebot(?:o|ado|aron|es) |\bgia tornat|\bja (?:retorn|volt)ou|\beerder (?:\S+ )?terug|\bwczesniej (?:\S+ )?zwroc\w+/,
      /以前.{0,12}(?:返送|不達)|送信を停止|(?:此前|之前|曾).{0,6}退信|停止(?:发送|發送)/,
    ],
    examples: [
      '550 Envoi suspendu : cette adresse a déjà été signalée comme inconnue',
      '550 Versand unterdrückt: Adresse wurde früher als unbekannt zurückgemeldet',
      '550 Envío suprimido: la dirección rebotó anteriormente como desconocida',
      "550 Invio soppresso: l'indirizzo è già tornato indietro come sconosciuto",
      '550 Envio suprimido: o endereço já retornou como desconhecido',
      '550 Verzending onderdrukt: adres kwam eerder terug als onbekend',
      '550 Wysyłka wstrzymana: adres wcześniej zwrócił błąd nieznany użytkownik',
      '550 以前に宛先不明で返送されたため送信を停止しました',
      '550 该地址此前曾被退信为用户不存在，已停止发送',
    ],
  },
];
