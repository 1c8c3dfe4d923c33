import { defineRules } from './rule.ts';

/** Refusals of the reverse path, which are not about the recipient. */
export const SENDER_RULES = defineRules('sender_rejected', {
  // A reply that starts by reporting a full mailbox may continue with advice for the sender.
  'mailbox-full.before-sender': {
    meaning: 'mailbox_full',
    phrases: ['^(* )?(* )?(* )?{full_box} (is |are )?(over)?full'],
    unless: ['(senders?|from|your?) ... full'],
  },
  'sender.code': { enhanced: ['X.1.7', 'X.1.8', 'X.7.27'] },
  // Sent by Inbucket for a sender domain from which it accepts no mail.
  'sender.unauthorized': { stages: ['mail'], codes: ['501'], phrases: ['^unauthorized domain'] },
  // Sent by Courier if it refuses the sender's domain. No other server sends 517.
  'sender.domain': { codes: ['517'] },
  'sender.en': {
    phrases: [
      'badmailfrom',
      'in reply to (the )?(mail from|auth)',
      'senders?',
      'submitter',
      '(envelope|invalid|illegal|valid) from',
      '(return|reverse|reply|bounce)-(path|address)',
      '(reply-to|origin|source) address',
      'mail-from',
      'from(:)? (address|domain|header|field|line|contains)',
      '(account|address|mailbox|email) (that )?you (are using|use|send from|are sending from)',
      'your (return |e-mail |sending |smtp |mail |daily |hourly )?(domain|address|account|mailbox|quota|limit|storage|log-in|user-name|username)',
      'fully-qualified (e-mail )?address',
      '^verification failed for @',
    ],
    unless: [
      '(notify|inform|tell|contact|return* to) (the )?sender',
      'sender (has been|was|will be) (notified|informed)',
      'in your address',
      'recipient verify failed',
      'too much mail from',
      'sender rate',
    ],
  },
  'sender.other': {
    phrases: [
      '*expediteur*',
      'emetteur*',
      'absender*',
      'remitente*',
      'mittente*',
      'remetente*',
      'afzender*',
      'nadawc*',
      "adresse (d'envoi|de retour|de reponse|emettrice|d'origine)",
      'direccion de (retorno|respuesta|origen)',
      'indirizzo di (ritorno|risposta)',
      'endereco de (retorno|resposta)',
      '(retouradres|antwortadresse|antwoordadres)',
      'adres zwrotny',
      '(送信者|発信者|差出人|返信先)',
      '(发件|發件|寄件|发信|發信|发送|發送)(人|者|方|帐号|账号|地址)',
      '(来源|反向|回复|退信)地址',
      // Words for "your". In Spanish, Italian and Portuguese they also mean "his", except at the
      // start of a reply.
      "(votre|ton) (nom d'utilisateur|compte|adresse|domaine|boite|quota|messagerie|identifiant)",
      'ihre?(r|n|m)? (konto|account|adresse|postfach|domain|kontingent|quota|mailbox|benutzer*|absender*)',
      '^(su|tu|sua|seu|la sua|la tua|il suo) (cuota|quota|cota|cuenta|conta|account|buzon|casella|caixa|usuario|utente)',
      '(uw|jouw) (account|gebruikersnaam|adres|domein|mailbox|quotum)',
      '(twoje|twoja|panstwa) (konto|adres|skrzynka)',
      '(您|你)的?(帐|账|帳|邮箱|信箱|域名|配额)',
      '(お客様|あなた|貴社|ご利用|お使い)の(メール|アドレス|アカウント|サーバ|ドメイン)',
    ],
    unless: ['(connexions|verbindungen|conexiones|connessioni|conexoes|verbindingen)'],
  },
});
