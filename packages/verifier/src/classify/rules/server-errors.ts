import { defineRules } from './rule.ts';

/** Words that show that a full disk belongs to a mailbox. */
const MAILBOX_DISK = [
  'quota',
  '{mailbox}',
  '{full_box}',
  "(user|recipient)('s)?",
  '{fr_mailbox}',
  '{de_mailbox}',
  '{es_mailbox}',
  '{it_mailbox}',
  '{pt_mailbox}',
  '{nl_mailbox}',
  '(skrzynk*|kont*|odbiorc*|uzytkownik*)',
  '{ja_mailbox}',
  '{zh_mailbox}',
];

/**
 * The server's disk is full: enhanced code X.3.1 (RFC 3463, mail system full) or words for a disk,
 * and no mention of a mailbox.
 */
export const DISK_ERROR_RULES = defineRules('server_error', {
  'server-error.storage': { enhanced: ['X.3.1'], unless: MAILBOX_DISK },
  'server-error.disk': {
    codes: ['4'],
    phrases: [
      '(disk|system|server|spool|storage) ... (full|insufficient|not enough)',
      '(insufficient|not enough|no) ... (disk|system|storage|space)',
      '(stockage|espace|almacenamiento|espacio|spazio|archiviazione|armazenamento|disque|disco) ... (insuffi*|insuficiente|systeme|sistema)',
      '(systemspeicher|systeemopslag|pamieci systemowej|miejsca w systemie)',
      '(nicht genugend|nicht ausreichend|unzureichend*) ... *speicher*',
      '(onvoldoende|niewystarczajac*|brak) ... (systeem*|miejsc*|opslag*|pamiec*)',
      '(ディスク|システム|サーバ)...(不足|一杯)',
      '系统(存储|空间)...不足',
    ],
    unless: MAILBOX_DISK,
  },
});

/** Server failures, whatever else the reply contains. */
export const SERVER_FAILURE_RULES = defineRules('server_error', {
  // Sent by aiosmtpd after an exception in the handler that decides on recipients.
  'server-error.exception': { codes: ['500'], phrases: ['^error: (*error|*exception)'] },
  // Sent by Exim before it exits because of an error in its configuration or a lookup
  // (LOG_PANIC_DIE in https://github.com/Exim/exim/blob/master/src/src/log.c), and by Google. Both
  // use 421, which otherwise refers to our rate.
  'server-error.unexpected': {
    codes: ['4'],
    phrases: ['^unexpected (log )?failure', '^(temporary )?system problem'],
  },
  // Sent by Courier for some hours after a delivery to an address failed because of a full mailbox
  // or an error of its own (BOFHSUPPRESSBACKSCATTER in courier(8)).
  'server-error.undelivered': {
    codes: ['456', '556'],
    phrases: ['^address (temporarily )?unavailable$'],
  },
});

/** The rule for a recipient that the server is verifying at another server. */
export const VERIFICATION_PENDING_RULE_ID = 'server-error.being-verified';

/** Errors of the server's directory, configuration or network: a later attempt may succeed. */
export const SERVER_ERROR_RULES = defineRules('server_error', {
  // Postfix with `reject_unverified_recipient` has asked another server, and soon knows its reply.
  [VERIFICATION_PENDING_RULE_ID]: { phrases: ['verification in progress'] },
  'server-error.text': {
    phrases: [
      'out of memory',
      'erreur (interne|temporaire|systeme|du serveur)',
      '(interner|vorubergehender|technischer) (server)?fehler',
      'error (interno|temporal|del servidor)',
      'erro (interno|temporario|no servidor)',
      '(interne|tijdelijke) (server)?fout',
      '(system|server|spool|disk) (is )?(storage|full)',
      'queue (file|full|unavailable)',
      '(unknown|unspecified) (error|reason|problem|failure|cause)',
      'unverified address',
      'verification (timed|temporar*|defer*|problem)',
      'look-?up ... fail*',
      'look-?up (failure|error|timed|problem)',
      '(ldap|database|mysql|sql|directory|backend|query|dns) ... (error|fail*|unavailable|problem|down|timeout)',
      "(could|can)(n't| ?not) (verify|connect|contact|reach|validate|check|open|access|determine)",
      'unable to (verify|connect|contact|reach|validate|check|open|access|determine)',
      'internal (server |system )?(error|failure|problem)',
      'local (error|problem|configuration)',
      'configuration (error|problem)',
      '(fehlerhaft|falsch) konfiguriert*',
      'temporar(y|ily) ... (error|failure|fail*|problem|unavailable|unable)',
      'timed? ?-?out',
      'connection (refused|reset|lost|dropped)',
      'no route',
      '(mail|routing) loop',
      'hop count',
      'loops? back',
      '(server|system|host|service) (is |are )?(currently |temporarily |too )?(busy|down|overload*|not (ready|available|responding))',
      'too busy',
      'high (load|volume)',
      'errore (interno|temporaneo|del server)',
      'blad (wewnetrzny|serwera)',
      '(タイムアウト|内部エラー|システムエラー)',
      '(超时|逾时|内部错误|系统错误|系统繁忙)',
    ],
  },
});

/** Temporary conditions, which say nothing permanent about a mailbox. */
export const TEMPORARY_ERROR_RULES = defineRules('server_error', {
  'temporary.text': {
    phrases: [
      'tijdelijk*',
      'tymczasow*',
      'tempor(ar|air|al|an|eir)*',
      '(later|at this time|at the moment|right now|for the time being)',
      '(in|for|under|due to|during) (_ )?(backup|migration|upgrade)',
      'momentan*',
      'vorubergehend*',
      'chwilow*',
      '(plus|mas|mais|piu) (tarde?|tardi)',
      '(spater|spaeter)',
      '{maintenance}',
      '(一時|メンテナンス|暂时|暫時|临时|维护|稍后|稍後|временно|일시)',
    ],
  },
});
