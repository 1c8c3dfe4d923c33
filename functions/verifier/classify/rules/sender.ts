import type { Rule } from '../rule.ts';

/** Their number is a matter of pace, not of who sends. */
const CONNECTIONS =
  /\b(connexions|verbindungen|conexiones|connessioni|conexoes|verbindingen|polaczen)\b/;

/** The reverse path: that a server refuses it says nothing of the recipient asked for next. */
export const SENDER: readonly Rule[] = [
  {
    id: 'sender.code',
    outcome: 'sender_rejected',
    codes: ['4', '5'],
    enhanced: ['X.1.7', 'X.1.8', 'X.7.27'],
    examples: [
      '553 5.1.8 <probe@example.org>... Domain of sender address does not exist',
      '450 4.1.8 Emetteur invalide. Invalid Sender. LPN007_405',
      '501 5.1.7 Bad address syntax',
    ],
  },
  {
    id: 'sender.en',
    outcome: 'sender_rejected',
    codes: ['4', '5'],
    says: [
      // Any mention will do, but for a notice: where a reply speaks of two addresses, it is not clear which.
      /\bsenders?\b(?! (has been|was|will be) (notified|informed)\W*($|[.;] ))|\bsubmitter\b|\boriginat(or|ing) (address|domain)/,
      /\bin (the )?(mail (command|header)|from( command| header| line)?)\W*$|\bsyntax in mail\W*$|\benvelope from|\b(return|reverse|reply)[- ]path|(?<!too much )\bmail ?from\b|\bfrom[: ]+(address|domain|header)|\b(bounce|return|reply|reply-to|origin|source) address|\bbadmailfrom/,
      /\b(account|address|mailbox) (that )?you (are using|use|send from|are sending from)\b|\byour (return |e-?mail |sending |smtp |mail |daily |hourly )?(domain|address(?! book)|account|mailbox|quota|limit|storage|log-?in|user( ?name)?|message limit)\b|\b(fully|does not).{0,20}qualified (e-?mail )?address/,
      /in reply to (the )?(mail from|ehlo|helo|auth)/,
      // Exim on its call back to where the message says it is from, unless its last line is on the recipient.
      /(?<!callout )\bverification failed for <@>(?!.*\brecipient verif)/,
    ],
    unless: [
      /(notify|inform|tell|contact|return(ed|ing)? to) (the )?sender|\bin your address/,
      // The address of a connection is an IP.
      /\b(connections?|sessions?) from your\b/,
    ],
    examples: [
      '550 5.1.1 <probe@example.org>: Sender address rejected: User unknown in virtual mailbox table',
      '550 5.7.1 <probe@example.org>: Sender address rejected: undeliverable address: host mx.example.org[192.0.2.30] said: 550 No such user here (in reply to RCPT TO command)',
      '550-Verification failed for <probe@example.org>\r\n550-No Such User Here\r\n550 Sender verify failed',
      '550-Verification failed for <probe@example.org>\r\n550 No Such User Here',
      '553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)',
      '550 Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record for sender domain',
      '550 5.1.1 Domain of sender does not exist',
      '550 5.1.0 MAIL FROM address unknown',
      '550 5.1.1 unknown user (in reply to MAIL FROM command)',
      '550 5.2.1 Your account has been disabled',
      '550 Sender account disabled',
      '550 Your quota is exceeded',
      { stage: 'mail', reply: '550 5.1.0 Invalid sender' },
    ],
  },
  {
    id: 'sender.other',
    outcome: 'sender_rejected',
    codes: ['4', '5'],
    says: [
      /\bexpediteur|\bemetteur|\bemisor\b|\babsender|\bremitente|\bmittente|\bremetente|\bafzender|\bnadawc|отправител|送信者|発信者|差出人|发件人|發件人|(发信|發信|来源|源|反向|回复|回復|退信|返回)地址|发送者|發送者|发件者|發件者|寄件者|寄件人|发信人|發信人/,
      /\badresse (d'envoi|de re(tour|ponse)|emettrice|source|d'origine)|\bdireccion de (retorno|respuesta|origen)|\bindirizzo di (ritorno|risposta|origine)|\bendereco de (retorno|resposta|origem)|\bretouradres|\bantwo(rt|ord)-?adres|返信先|\badres (zwrotny|zrodlowy)/,
    ],
    unless: [CONNECTIONS],
    examples: [
      '501 5.1.0 Emetteur invalide. OFR004_405 [405]',
      "550 5.1.1 Adresse de l'expéditeur inconnue",
      '550 Absenderadresse existiert nicht',
      '550 El remitente no existe',
      '550 Il mittente è sconosciuto',
      '550 Remetente desconhecido',
      '550 Afzender onbekend',
      '550 Nieznany nadawca',
      '550 发件人地址不存在',
      '550 送信者のアドレスが存在しません',
      "550 L'adresse de retour est inconnue",
      '550 Die Antwortadresse existiert nicht',
      '550 返信先アドレスが存在しません',
    ],
  },
  {
    id: 'sender.yours',
    outcome: 'sender_rejected',
    codes: ['4', '5'],
    says: [
      /\badresse que (?:vous utilisez|tu utilises)|\b(?:direccion|cuenta) que (?:usted )?(?:utiliza|usa|esta (?:utilizando|usando))|\bindirizzo che (?:lei )?(?:usa|utilizza|sta usando|state usando)|\b(?:endereco|conta) que (?:voce )?(?:usa|utiliza|esta usando)|\b(?:adres|account) dat (?:u|je) gebruikt\b|\badres,? ktorego (?:uzywasz|panstwo uzywaja)|\buzywany przez (?:ciebie|panstwa) adres/,
      // What is ours, and the address that answers would go to. In Spanish, Italian and Portuguese "your"
      // is "his" as well, but for what opens a sentence.
      /\b(votre|ton) ([a-z-]+ )?(nom d'utilisateur|compte|adresse|domaine|boite|quota|messagerie|identifiant|limite|espace)|\bihr(e|er|em|es)? ([a-z-]+ )?([\w-]*(konto|account|adresse|postfach)|domain|kontingent|quota|mailbox|limit|speicher\w*|benutzer\w*)|(^|[.:;!-] ?)(su|tu|sua|seu|tua|la (sua|tua|vostra)|il (suo|tuo|vostro)|a sua|o seu) ([a-z-]+ )?(cuota|quota|cota|limite|espacio|espaco|spazio|nom(?:br)?e de (?:usuario|utilizador)|usuario|utente|utilizador|nome utente|buzon|casella|caixa)\b|\b(su|tu) (cuenta|direccion|dominio|buzon)|\b(vostr|tu|su)[oa] (account|indirizzo|dominio|casella)|\b(sua|seu) (conta|endereco|dominio|caixa)|\b(uw|je|jouw) ([a-z-]+ )?(account|gebruikersnaam|[\w-]*adres(?!boek)|domein|mailbox|quotum|limiet|opslag\w*)|\b(twoj\w*|twoja|panstwa) (nazwa uzytkownika|konto|adres|domena|skrzynka|limit|quota|przydzial)|(?<!发给|發給)[您你]的?(帐|账|帳|邮箱|信箱|地址|域名|配额|用户)|(?<!发给|發給)[您你](?:正在|目前)?使用的(?:帐|账|帳|邮箱|信箱|地址)|お客様の(?:メール)?(?:アドレス|サーバー?|ドメイン|ホスト|ip)|貴社の|貴殿の|ご利用の(?:メール)?(?:アドレス|アカウント)|あなたの|お使いの|당신의|귀하의/,
    ],
    unless: [
      CONNECTIONS,
      // Of somebody who has left, or who is to make room, it is what is theirs.
      /\b(?:jubil\w+|fallecio|aposentou|faleceu|in pensione|decedut[oa]|ruhestand|verstorben|(?<!sie sind )ausgeschieden)\b[^.;]{0,40}?(?: (?:y|e|und)|,) (?:(?:la|il|a|o) )?(?:su|sua|suo|seu|ihr|sein)\w{0,2} \S*(?:cuenta|direccion|buzon|account|indirizzo|casella|conta|endereco|caixa|konto|postfach|adresse|mailbox)\b/,
      /\b(?:destinatari[oa]|usuari[oa]|utente|utilizador|titular|titolare)\b(?: \S+){0,4}? (?:vaciar|liberar|limpiar|llen\w+|superado|excedido|svuotare|liberare|superato|esvaziar|limpar|ultrapass\w+) (?:(?:la|il|a|o) )?(?:su|sua|suo|seu) (?:cuenta|buzon|casilla|casella|account|conta|caixa|cuota|cota|quota)\b/,
      /\b(destinatari[oa]|usuari[oa]|emplead[oa]|trabajador|titular|persona|alumn[oa]|estudiante|colaborador|funcionari[oa]|alun[oa]|estudante|pessoa|dipendente|utente|collaboratore|collega|studente)( <?@>?)? (ya no (trabaja|forma parte|pertenece|esta (en|con))|dejo (de trabajar|(la|el|nuestra) (empresa|compania|organizacion|institucion|universidad|centro))|se jubilo|ja nao (trabalha|faz parte|pertence)|nao (trabalha|faz parte) mais|nao faz mais parte|deixou (de trabalhar|(a|o|nossa) (empresa|companhia|organizacao|instituicao|universidade))|saiu da (empresa|companhia|organizacao)|non (lavora|fa) piu|ha lasciato (l.|la |il )(azienda|societa|ditta|ente|organizzazione|universita|ateneo))\b[^.;]{0,60}? (y|e|,) ?((la|il|a|o) )?(su|sua|suo|seu) (cuenta|direccion|buzon|account|indirizzo|casella|conta|endereco|caixa)\b/,
    ],
    examples: [
      '550 Votre compte est suspendu',
      '550 Ihr Konto wurde gesperrt',
      '550 Votre quota est dépassé',
      '550 Ihr Kontingent ist überschritten',
      '550 Su cuota está excedida',
      '550 La sua quota è superata',
      '550 Uw quotum is overschreden',
    ],
  },
];
