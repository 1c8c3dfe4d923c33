import type { Rule } from '../rule.ts';

/** Words on whose disk is full. */
const OF_A_MAILBOX = [
  /\bquota|mail ?box|account|\buser|recipient|inbox|\b(bo.{1,3}tes?|comptes?|utilisat(eur|rice)s?|destinataires?|postfach\w*|posteingang\w*|briefkasten|kont(o|os|en)|(be)?nutzers?|empf(a|ae)ngers?|buzon(es)?|bandejas?|casillas?|cuentas?|usuari[oa]s?|destinatari[oae]s?|casell[ae]|utent[ei]|posta in arrivo|caixas?|contas?|utilizador(es)?|postvak(ken)?|postbus|brievenbus|gebruikers?|ontvangers?|skrzyn\w+|kon(to|ta|cie|t|tach)|uzytkowni[kc]\w*|odbiorc\w+)\b|(?<!(serveur|systeme|service) de )\bmessagerie\b|@/,
  /(用户|用戶|邮箱|郵箱|信箱|账户|账号|帐号|帳號|收件人)的?(磁盘|磁碟|空间|空間)|(メールボックス|ユーザー?|アカウント|受信者)の?(ディスク|容量|空き)/,
];

/**
 * A full disk of theirs, told like a full mailbox: by the code that RFC 5321 has for the system, with
 * no word of a mailbox, or by naming the server.
 */
export const DISK_TROUBLE: readonly Rule[] = [
  {
    id: 'server-trouble.storage',
    outcome: 'server_error',
    codes: ['4', '5'],
    enhanced: ['X.3.1'],
    unless: OF_A_MAILBOX,
    examples: [
      '452 4.3.1 Insufficient system storage',
      '552 5.3.1 Mail system full',
      '552 5.3.1 Espace disque insuffisant',
    ],
  },
  {
    id: 'server-trouble.system-storage',
    outcome: 'server_error',
    codes: ['4', '5'],
    says: [
      /\b(stockage|espace|memoire|disque) (du )?systeme\b|\b(system|server)speicher\w*|\b(almacenamiento|espacio|memoria|disco) (insuficiente )?(de|del|en el) sistema\b|\b(memoria|spazio|archiviazione|disco) (insufficiente )?(di|del|nel) sistema\b|\b(armazenamento|espaco|memoria|disco) (insuficiente )?(de|do|no) sistema\b|\b(systeem|server)(opslag|ruimte|geheugen)\w*|\b(pamie\w+|miejsc\w+|przestrze\w+|dysk\w*) (systemow\w+|systemu|w systemie)\b/,
      /システムの?(ストレージ|容量|領域|記憶|ディスク|空き)|(系统|系統)的?(存储|存儲|储存|儲存|空间|空間|磁盘|磁碟)/,
    ],
    unless: OF_A_MAILBOX,
    examples: [
      '452 Onvoldoende systeemopslag',
      '452 Nicht genügend Systemspeicher',
      '452 Memoria di sistema insufficiente',
      '452 Almacenamiento insuficiente en el sistema',
      '452 系统存储空间不足',
    ],
  },
  {
    id: 'server-trouble.disk',
    outcome: 'server_error',
    codes: ['4'],
    says: [
      /\b(espace|stockage|disque|espacio|almacenamiento|disco|spazio|espaco|armazenamento|speicher\w*|festplatte\w*|platz|ruimte|schijf\w*|opslag\w*|miejsca|dysk\w*|disk|storage)\b.{0,30}(insuffi[cs]\w+|insuficiente|agotad|epuise|esaurit|esgotad|voll\b|vol\b|lleno|plein|pieno|cheio|erschopft|uberschritten|onvoldoende|peln[ya])|\b(not enough|insufficient|no|low on|manque d'|pas assez d'|no hay|non c'e|nao ha|sem|kein|nicht gen(ug|ugend|uegend)|nicht ausreichend|unzureichend\w*|zu wenig|onvoldoende|te weinig|niet genoeg|geen|brak|za malo)(\b| )(\S+ )?(disk|espace|espacio|spazio|espaco|(disk|festplatten)?speicher\w*|platz|(opslag|schijf)?ruimte|opslag\w*|miejsca)/,
      /\b(stockage|espace|disque|almacenamiento|espacio|disco|spazio|archiviazione|armazenamento|espaco) (du|del|do|sul|sur le|en el|no) (serveur|servidor|server)\b|\b(opslag\w*|ruimte|schijf\w*|speicher\w*|platz) (van de|op de|des|auf dem|vom) servers?\b|\b(miejsc\w+|dysk\w*|przestrze\w+) (serwera|na serwerze)\b/,
      /(ディスク|サーバー?).{0,8}(不足|一杯|いっぱい)|(磁盘|磁碟|服务器|伺服器).{0,6}(空间|空間)?(不足|已满|已滿)/,
    ],
    unless: OF_A_MAILBOX,
    examples: [
      '452 Espacio insuficiente en disco',
      '452 No hay espacio suficiente en el servidor',
      '452 Speicher voll',
      '452 Spazio su disco esaurito',
      '452 Onvoldoende schijfruimte',
      '452 磁盘空间不足',
    ],
  },
];

/** Their disk, directory, configuration or network: asking later may be answered. */
export const SERVER_TROUBLE: readonly Rule[] = [
  {
    id: 'server-trouble.text',
    outcome: 'server_error',
    codes: ['4', '5'],
    says: [
      /insufficient (system|disk|server)|\b(system|server|spool|disk)( is)? (storage|full)|no space left|out of memory|queue (file|full|unavailable)/,
      /\b(unknown|unspecified) (error|reason|problem|failure|cause)|\b(erreur|raison|cause|probleme) inconnue?|unbekannte[rsn]? (fehler|grund|ursache|problem)|\b(error|motivo|causa|razon|problema) desconocid|\b(errore|motivo|causa) sconosciut|\b(erro|motivo|causa) desconhecid|onbekende (fout|reden|oorzaak)|nieznan\w+ (blad|powod|przyczyn)|未知(错误|原因|錯誤)|不明なエラー|原因不明/,
      /unverified address|verification (in progress|timed|temporar|defer)|(recipient|address) verification (problem|error|failed tempor)/,
      /look-?up .{0,20}fail|look-?up (failure|failed|error|timed|problem|temporar)|\b(ldap|database|mysql|sql|directory|backend|query)\b.{0,30}(error|fail|could not be (?:run|reached)|unavailable|problem|down|timeout|not responding)|(could ?n[o']t|can ?not|can't|unable to|failed to) (verify|connect|contact|reach|validate|check|look ?up|open|access|chdir|query|determine)/,
      /\binternal (server |system )?(error|failure|problem)|\blocal (error|problem|configuration)|configuration (error|problem)|misconfigur|\btemporar(y|ily) .{0,20}(error|failure|fail|problem|unavailable|unable|not available)|timed? ?-?out|connection (refused|reset|lost|dropped)|no route|mail loop|routing loop|hop count|loops? back|(server|system|host|service) (is |are |currently |temporarily |too )*(busy|down|overload\w*|not (ready|available|responding)|in maintenance|does ?n[o']t (respond|answer))|under maintenance/,
      /erreur (interne|temporaire|systeme|du serveur)|interner (server)?fehler|(vorubergehender|temporarer|technischer) fehler|error (interno|temporal|del servidor)|errore (interno|temporaneo|del server)|erro (interno|temporario|no servidor|do servidor)|(interne|tijdelijke|technische) (server)?fout|(tymczasowy )?blad (wewnetrzny|serwera|tymczasowy)|\bdelai (\S+ ){0,2}(depasse|expire)|zeituberschreitung|zeitueberschreitung|\btiempo (\S+ ){0,2}agotado|\btempo (\S+ )?(scaduto|esgotado)|タイムアウト|超时|逾时|逾時|内部错误|系统错误|内部エラー|システムエラー/,
    ],
    examples: [
      '550 5.1.1 <user@example.com>: Recipient address rejected: unverified address: connect to mx.example.com[198.51.100.7]:25: Connection timed out',
      '450 4.1.1 <user@example.com>: Recipient address rejected: unverified address: Address verification in progress',
      '451 4.3.0 Temporary lookup failure',
      '550 5.1.1 LDAP error, user unknown',
      '554 5.3.5 Local configuration error',
      '451 qq unable to open home directory',
      '550 Recipient rejected: unknown error',
      '550 Destinataire refusé: erreur inconnue',
      '550 Empfänger abgelehnt: unbekannter Fehler',
      '550 Odbiorca odrzucony: nieznany błąd',
      '550 收件人被拒绝:未知错误',
      '550 5.1.1 Erreur interne, utilisateur inconnu',
      '550 Utilisateur inconnu, délai dépassé',
      '550 用户状态未知，查询超时',
    ],
  },
];

/** What holds for now alone says nothing of a mailbox for good. */
export const TEMPORARY: readonly Rule[] = [
  {
    id: 'temporary.text',
    outcome: 'server_error',
    codes: ['4', '5'],
    says: [
      /\btempor(ar|air|al|an|eir)|\b(later|at this time|at the moment|right now|for the time being|for now)\b|\b(in|for|under|due to|during) (\S+ )?(maintenance|back-?up|restore|migration|move|upgrade)\b|\bbeing (moved|migrated|restored)|\blocked by (the|another)\b/,
      /\bmomentan|\bprovisoire|\bvorubergehend|\bvoruebergehend|\bzeitweise|\bzur ?zeit\b|\btijdelijk|\btymczasow|\bchwilow|一時|暂时|暫時|临时|臨時|временно|일시/,
      /\b(plus|mas|mais|piu) (tarde?|tardi)\b|\bulterieur|\bspater\b|\bspaeter\b|\bpozniej\b|\b(en|in|im|de|wegen|voor|per|w) (\S+ )?(maintenance|wartung\w*|mantenimiento|manutenzione|manutencao|onderhoud|konserwacj\w+)\b|メンテナンス|维护|維護|稍后|稍後|後ほど/,
    ],
    examples: [
      '550 Boîte temporairement désactivée',
      '550 Cuenta suspendida temporalmente',
      '550 Mailbox currently disabled, try later',
      '550 Mailbox is closed for maintenance',
      '550 5.2.1 mailbox temporarily disabled',
      '550 User unknown (temporarily)',
      '550 We are not accepting messages at this time',
      '550 Postfach vorübergehend gesperrt',
      '550 Conta temporariamente suspensa',
      '550 Account tijdelijk geblokkeerd',
      '550 Konto tymczasowo zablokowane',
      '550 アカウントは一時停止されています',
      '550 帐号已被暂时冻结',
    ],
  },
];
