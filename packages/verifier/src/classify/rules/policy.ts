import { defineRules } from './rule.ts';

/** The server's or the mailbox owner's policy on senders or messages. The mailbox may exist. */
export const POLICY_RULES = defineRules('policy', {
  'policy.message': {
    phrases: [
      'too (large|big) for',
      '(message|mail|e-mail|body|header|attachment)s? (size|length|too (big|large|long)|is too|exceeds? (the )?(max*|fixed|size|system|admin*))',
      'size limits?',
      '(header|content|attachment)s? (error|reject*|denied|not (accepted|allowed)|filter*|block*|restrictions)',
      '(taille|tamano|tamanho|dimensione|rozmiar) (du |del |da )?(message|mensaje|correo|mensagem|messaggio|wiadomosci)',
      '(message|mensaje|correo|mensagem|messaggio|bericht|nachricht|sendung|wiadomosc) ... (trop|demasiado|muito|troppo|zu|te|zbyt) (gro*|grand|volumin*|pesad*|duz*|dlug*)',
      '(message|mensaje|mensagem|messaggio|nachricht|bericht) (depass*|exced*|supera|ecced*|ubersteigt|uberschreitet|overschrijdt)',
      '(メッセージ|メール)の?サイズ',
      '(邮件|郵件|信件)的?(大小|过大|太大)',
    ],
    unless: [
      '(mail-box|quota|inbox|storage|maildir|mailfolder)',
      'original message size',
      '(buzon|casilla|boite|postfach|casella|caixa|cuota|kontingent|space available)',
    ],
  },
  // The message is too large for the mailbox or server, even if the text mentions another limit.
  'policy.message-code': { enhanced: ['X.2.3', 'X.3.4'], unless: ['full'] },
  'policy.word': {
    phrases: [
      'security (reason|restriction|violation|setting)s?',
      'polic(y|ies)',
      'administrative prohibition',
      'administratively (denied|prohibited|blocked|rejected)',
      '(prohibited|prohibition|prohibits)',
      'spoof(ed|ing)?',
      'forg(ed|ery|eries)',
      'politique*',
      '*richtlinie*',
      'politi(c|k)(a|as)',
      'beleid*',
      'polityk*',
      'ポリシー',
      '策略',
    ],
  },
  'policy.recipient-choice': {
    phrases: [
      'possible (reason|cause)s?',
      "recipient's? (preferences|personal|filter|rules|settings)",
      'members?-only',
      'posting (to|denied|rejected|not)',
      'authrequired',
      '(blocked|blacklisted|rejected|refused|filtered) by (a |the |this )?(recipient|user|addressee)',
      'has (restricted|blocked|banned)',
      'only accept(s|ing)? (mail|messages?|e-mails?) from',
      "(do|does)(n't| not|'nt) want (your|this)? ?(mail|e-mail)",
      'opted out',
      'not (allowed|permitted|authori(s|z)ed) to (post|send|connect)',
      'restricted (to|sender)',
      '(requires?|needs?) (that )?(all )?(senders?|you) ... authenticat*',
    ],
    links: ['rst.notauth', 'rst.auth', 'rst.restricted', 'notauthenticatedforgroup'],
  },
  // Several possible causes, such as a full or a missing mailbox.
  'policy.any-of-several': {
    phrases: [
      'either the (user|mailbox)',
      'may be full or',
      'may or may not',
      '(may|might|could|either) ... full, or',
      '{unknown} or (the |its |his |a )?(mail-box |inbox |account )?(is )?(full|over-?quota)',
      // Postfix's `unverified_recipient_reject_reason` replaces the original reply.
      'undeliverable address: ... look-?up failed',
    ],
  },
  // A relay refers to an earlier bounce; the mailbox's own host was not asked.
  'policy.bounced-before': {
    phrases: [
      'suppression list',
      'history of bounc*',
      '(previously|recently|already|repeatedly) (hard-)?bounced',
      'suppressed (sending|address*|recipient*|list)',
      '(address|recipient) (was |is )?suppressed',
    ],
  },
});
