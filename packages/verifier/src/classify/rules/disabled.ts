import { defineRules } from './rule.ts';

const PHRASES = [
  '{stoppable} (@ )?(is |was |has been |currently |status is |is now )?(currently |now |administratively |also )?{stopped}',
  '(account|mailbox|user|address) (you|that|@|_) ... {stopped}',
  '{stopped} (mail |e-mail |user )?{stoppable}',
  '{mailbox} (is |has been )?(not (yet )?activated|no longer active)',
  'no longer active',
  '^(is )?(now )?{stopped}( or discontinued)?$',
  'rejected: inactive$',
  'is inactive on this domain',
  '(is|now) disabled with',
  '(receiving|status is) (is )?(disabled|locked)',
  '(account|mail-box)( is| was| has been)? blocked',
  'has suspended delivery',
  'suspend the service',
  'incoming suspended',
  'no (recipient|user|account) activity',
  "hasn't entered during",
  'should log in to enable',
  'address does not accept incoming mail',
];

/** The mailbox exists, and receives mail faster than its server allows. */
export const RECEIVING_TOO_FAST_RULES = defineRules('receiving_too_fast', {
  'receiving-too-fast': {
    codes: ['4', '55'],
    phrases: ['{too_fast}'],
    links: ['?p=receivingrate'],
  },
});

/** The mailbox exists but is locked, and the reply is permanent. */
export const LOCKED_MAILBOX_RULES = defineRules('mailbox_disabled', {
  'disabled.locked': {
    codes: ['5'],
    phrases: [
      '^({stoppable} )?(@ )?(is |was |has been )?temporar(y|ily) locked',
      '{stoppable} (@ )?(is |was |has been )?temporar(y|ily) locked',
    ],
  },
});

export const DISABLED_MAILBOX_RULES = defineRules('mailbox_disabled', {
  'disabled.en': {
    codes: ['5'],
    phrases: PHRASES,
    links: ['?p=disableduser'],
    unless: [
      '(sending|outgoing|outbound|inbound|submission|relay*|vrfy|expn)',
      'your (account|mailbox|e-mail|login|user)',
      'service (is )?unavailable',
      '(another|by) (process|session)',
      'closed and deleted',
      '(login|hosting|reseller|gateway|service|smtp|domain|billing|ad) (account|user)',
      '(of|by|from|to) (the |your )?(domain|customer|mailing lists|newsletters)',
      'service refused',
      'not found or',
      '(blocked you|you are|failed logins|to send|during the|the from)',
      '(srs|tmda|trial|mail server*|pop server)',
    ],
  },
  'disabled.4xx': {
    codes: ['4'],
    enhanced: ['4.2.1'],
    phrases: PHRASES,
    unless: ['tempor*', 'later'],
  },
  'disabled.other': {
    codes: ['5'],
    phrases: [
      "{fr_mailbox} ... (desactivee?|suspendue?|bloquee?|fermee?|inacti(f|ve)|archivee?|expiree?|n'est plus active?)",
      '{de_mailbox} ... (deaktiviert|gesperrt|inaktiv|geschlossen|abgeschaltet|gekundigt|nicht (mehr )?aktiv)',
      'inaktive mailbox',
      '({es_mailbox}|casilla) ... (desactivad(a|o)|deshabilitad(a|o)|suspendid(a|o)|bloquead(a|o)|inactiv(a|o)|cerrad(a|o)|ha expirado)',
      '{it_mailbox} ... (non attiv(a|o)|disattivat(a|o)|disabilitat(a|o)|sospes(a|o)|bloccat(a|o)|inattiv(a|o)|scadut(a|o))',
      '{pt_mailbox} ... (desativad(a|o)|desactivad(a|o)|suspens(a|o)|bloquead(a|o)|inativ(a|o)|cancelad(a|o))',
      '{nl_mailbox} ... (uitgeschakeld|geblokkeerd|gedeactiveerd|opgeheven|inactief)',
      '(konto|skrzynka) ... (zablokowan(e|a)|wylaczon(e|a)|nieaktywn(e|a)|zawieszon(e|a))',
      '{ja_mailbox}...(停止|休止|凍結|ロック|無効化)',
      'usuario ... en estado: inactivo',
      '非アクティブなメールボックス',
      '{zh_mailbox}...(锁定|被锁|休眠|禁用|停用|冻结|凍結|暂停|停權)',
    ],
    unless: [
      '(service|server|serveur|servidor|サービス)',
      'message*',
      '(albo|lub)',
      '(dienst|servicio|servico|servizio|usluga|服务) ... (indispon*|niedostepna|niet beschikbaar|不可用)',
      '(versand|d envoi|envio|invio|wysylki|oder|ou bloquee|o bloccat*)',
      '(su|suo|sua|tuo) (cuenta|direccion|indirizzo|account|conta)',
      '(送信を停止|送信アカウント|voor verzenden|服务器)',
    ],
  },
});
