import type { Rule } from '../rule.ts';
import { MATTER, UNFIT } from './another-subject.ts';

/** Whose a key, a directory or a server is. */
const OWNER = '(?:user|recipient|rcpt|mail ?box|account|address|e-?mail|member|customer)s?';
/** What is a mailbox's own, so that without it there is none. */
const ITSELF =
  '(?:mail ?box(?:es)?|inbox|e?-?mail(?! (?:exchanger|server|hub|store|host))|accounts?|address\\w*|alias(?:es)?|users?|recipients?|rcpt|name|id|part|person|owner|one|entry|record|look-?up|mapping|redirect|forward(?:ing)?|is|was|are|were|not|and|but|verification|here|delivery|deliver)';
/** What there may be of mailboxes, kept with them, or said with their name. */
const PART =
  '(?:tables?|maps?|lists?|books?|records?|databases?|bases?|director(?:y|ies)|stores?|spool|back-?ends?|drivers?|managers?|servers?|hosts?|quotas?|limits?|groups?|types?|state|status|location|home|path|folders?|files?|scripts?|keys?|rules?|filters?|transports?|targets?|certificates?|class(?:es)?|attributes?|licen[cs]es?|behaviou?rs?|inputs?|log-?ins?|agents?|polic(?:y|ies)|tokens?|sessions?|contracts?|subscriptions?|settings|preferences|index|services?|tenants?|organi[sz]ations?|company|region|mx)';
const WHICH = '(?:(?:the|this|that|these|all|your|an?|each|requested|specified|intended) )*';
const IS =
  "(?:(?:is|was|are|were|be|could|can|does|do|did|has|have|been|not|n't|(?:could|can|do|does|is|was)n't|seems|to|currently) )*?";
const SAID =
  "(?:un-?known|in-?valid|missing|unavailable|undefined|down|not (?:\\S+ )?(?:found|exist|known|valid|defined|available|located|mounted|configured|set|match)|(?:could|can|do|does|is|was)(?:n't| ?not) (?:be )?(?:found|exist|match|known|valid|located|defined))\\b";
/** What may be stopped of it, too. */
const STOPPED =
  '(?:expired|suspended|cancell?ed|de-?activated|disabled|terminated|locked|(?:not|un-?) ?registered|removed|deleted)\\b';

const GENITIVE =
  "(?:du|des|der(?= \\S*adresse| mailbox)|de|d'|de l'|de la|del|della|dell'|dello|degli|dei|di|do|da|dos|das|van|van de|van het|voor|voor de|fur|fuer|fur den|vom|von|zum|zu|zur|pro|pour l'|pour le|para el|para|per|dla)(?: ?(?:cet|cette|ce|este|esse|questo|quest'|deze|dit|diesen|tego|el|o|il|l'))?";
/** The same, of other languages: what names a mailbox and what may name it in a row of such words. */
const OWNER_OTHER =
  '(?:utilisateurs?|destinataires?|usagers?|bo.{1,3}tes?|comptes?|benutzers?|nutzers?|empf(?:a|ae)ngers?|postfach(?:e?s)?|kontos|usuari[oa]s?|utilizador(?:es)?|destinatari[oa]?s?|buzon(?:es)?|cuentas?|utent[ei]|casella|conta|caixa|gebruikers?|ontvangers?|mailbox|\\S{0,12}adresse?|adres|direccion|indirizzo|endereco|geadresseerden?|account)';
const ITSELF_OTHER =
  '(?:adress\\w*|\\S*adresse?n?|adres|bo.{1,3}tes?|bal|lettres|postale?|identite|comptes?|nom|name|\\S*namen?|identifiant|alias|\\S*mails?|courriels?|messagerie|electronique|\\S*konto|\\S*postfach|mailbox|\\S*kennung|usuari[oa]s?|utilisateurs?|destinat\\w+|direccion(?:es)?|correos?|ele[ct]+ronic[oa]|buzon|casilla|cuentas?|nombre|indirizz[oi]|posta|elettronica|casell[ae]|account|utente|nome|enderecos?|ele[ct]+ronico|caixas?|contas?|correio|\\S*naam|postvak|postbus|\\S*adres|part\\w*|local\\w*|existe\\w*|encontr\\w+|trov\\w+|trouv\\w+|est|ist|es|is|e|y|no|non|nao|nicht|niet|not|pas|aucune?|kein\\w*|ningun\\w*|nessun\\w*|nenhum\\w*|geen|registro|titulaire|titolare|titular|inhaber|teil|van|voor|bij|por|para|per|pour|sur|dans|chez|von|fur|fuer|bei|auf|for|the)';

/**
 * What is unknown or missing is something of a mailbox's, or of whom it belongs to: the key of the
 * recipient, the database of users. Whoever it belongs to may well be there.
 */
export const PART_OF_MAILBOX: Rule = {
  id: 'other-thing.part',
  outcome: 'policy',
  codes: ['4', '5'],
  says: [
    new RegExp(
      `\\b${OWNER} (?:look-?up )?${PART} ${IS}${SAID}|\\b(?:unknown|invalid|wrong|bad|un-?recogni[sz]ed|incorrect|undefined|missing|no such|no) ${OWNER} (?!record|service)${PART}\\b`,
    ),
    new RegExp(
      `\\b(?:of|for) (?<=[a-z-]{2} \\S+ )(?<!\\b${ITSELF} \\S+ )${WHICH}${OWNER}(?: address)?(?: <?@>?)? ${IS}(?:${SAID}|${STOPPED})`,
    ),
    new RegExp(`\\b${OWNER}'s (?:(?!${ITSELF}\\b)[\\w.-]+ ){1,3}?${IS}${SAID}`),
    new RegExp(
      `(?<=[a-z-]{3} )(?=[dfpvz])(?<!\\b${ITSELF_OTHER} )${GENITIVE} ?${OWNER_OTHER}(?: <?@>?)? (?:(?:est|ist|es|is|e|wurde|konnte|kann|kon|kan) )?${UNFIT}`,
    ),
    new RegExp(
      `\\b(?:${UNFIT}|trouver|localiser|encontrar|localizar|trovare|individuare) (?:(?:les?|la|el|l[oa]s|il|lo|gli|os?|as?|de|het) |l')?(?!${ITSELF_OTHER}\\b)[a-z-]{3,}(?: (?:de|di|van) [a-z]{3,})? ${GENITIVE} ?${OWNER_OTHER}\\b`,
    ),
    new RegExp(
      `\\b(?:find|locate|resolve|identify|determine|reach) ${WHICH}(?:${OWNER}'s (?!${ITSELF}\\b)[a-z]+|${OWNER} ${PART}\\b|(?!${ITSELF}\\b)[a-z]+ (?:of|for) ${WHICH}${OWNER}\\b)`,
    ),
    new RegExp(
      `\\b(?:forward\\w*|redirect\\w*) (?:address|target|destination|recipient|user|mail ?box)(?: (?:of|for) ${WHICH}${OWNER})? ${IS}${SAID}|\\bunknown mailer\\b`,
    ),
    /\b(?:ptr|tlsa|rdns|non-?ascii|smtputf8)\b|\bregistro (?:inverso|reverso)\b|\brecipient scanner\b/,
    new RegExp(
      `\\b${MATTER} (?:d[eio]|der|to) (?:messagerie|correo|correio|posta|e-?mail|odbiorcy|empf(?:a|ae)nger)(?: ele[ct]+ronico)? (?:(?:est|ist|es|is|e|foi|jest) )?${UNFIT}`,
    ),
    /\b(?:contract|subscription|licen[cs]e|plan) for @ (?:is |was )?not\b/,
    /\b(?:not|n't) match(?:ed)? (?:by )?(?:the|any|your|an?) (?:\S+ )?(?:header|field|rule|route|transport|policy|certificate|signature)|\b(?:correspond|stimmt|coincide|corrisponde|komt|zgadza)\w* .{0,25}(?:en-?tete|header|cabecera|cabecalho|naglow)|\bby (?:(?:the|a|our|this) )?(?:rule|filter|transport)\b/,
    /\b(?:message|nachricht|mensaje|messaggio|mensagem|bericht|wiadomosc) (?:[^\s:;,.]+ ){1,6}?(?:was|a ete|wurde|fue|e stato|foi|werd|zostala) (?:removed|deleted|supprime|geloscht|geloescht|eliminad|borrad|eliminat|cancellat|apagad|excluid|verwijderd|usuniet)/,
    /\b(?:using|uses|with|has|contains|in) an? (?:un-?known|in-?valid) (?!user|recipient|mail|address|account|e-?mail|rcpt|local|domain|alias)[a-z]+|\b(?:percent hack|bang path|source rout\w+|quoted local)|\bosoba kontaktowa\b|\btype (?:mailbox|account) (?:onbekend|ongeldig)|無効な文字|(?:无效|非法|無效)(?:的)?字符/,
    // A number in an address, and an account that a server has elsewhere.
    /\b(?:customer|account|client|contract|order|phone|fax) (?:number|no\.)|\bnum(?:ero|er)(?: (?:de|do|di))? (?:client|klient)|\bk(?:unden|lant)nummer|お客様番号|客[户戶](?:编号|編號|号码)/,
    /\b(?:server|gateway|system|host)'s account\b|\b(?:compte|konto|cuenta|account|conta)(?: (?:d\w{1,2}|dell\w*|van (?:de|het)|vom))? (?:serveur|(?:mail)?servers?|servidor|serwera)\b(?! n)|(?:服务器|伺服器)的?(?:账户|账号|帐号)(?:已经?|被){0,2}(?:过期|停用|锁定|禁用)/,
    // Polish says whose by the form of the word alone.
    /\b(?!(?:adres\w*|nazw\w*|poczt\w*|e-?mail|mail|kont\w*|skrzyn\w*|alias|uzytkownik\w*|odbiorc\w*|brak|ma|jest|\S+(?:ono|ego|ej|eje))\b)[a-z]{3,} (?:uzytkowni(?:ka|kow)|odbiorc(?:y|ow)|adres(?:u|ow|ata|atow)|skrzynki|konta)(?: <?@>?)? (?:(?:jest|zostal[ao]?) )?(?:nie (?:istnieje|jest znan\w+|zostal\w* znalezion\w+)|nieznan\w+|nieprawidlow\w+)|\b(?:znalezc|odnalezc|znaleziono) (?!(?:adres\w*|nazw\w*|kont\w*|skrzyn\w*|alias\w*|uzytk\w*|odb\w*|\S+(?:ego|ej))\b)[a-z]{3,} (?:uzytkownika|odbiorcy|skrzynki|konta)\b/,
    new RegExp(
      `\\b(?:relation|table|column|database|file|director(?:y|ies)|map|${MATTER}) ["'\`]?[\\w./-]{1,40}["'\`]? (?:does ?n[o']t exist|was not found|not found|is unknown|could not be found)`,
    ),
    new RegExp(
      `\\bno (?:\\S+ )?(?:transport|licen[cs]es?|contract|subscription|plan|key|certificate|route|server|host|rule|permission|path)s? (?:\\S+ )?(?:for|of) ${WHICH}${OWNER}\\b`,
    ),
    /(?:ユーザー?|受信者|宛先|アカウント|メールボックス|アドレス)(?:の|への|ごとの)?(?:データベース|ディレクトリ|テーブル|証明書|公開鍵|鍵|フォルダー?|ファイル|スクリプト|ライセンス|パス|転送先|マップ|グループ|パラメータ|オプション|契約|会社|署名|承認|種類|ルール|上限値?|(?:転送|配信)?設定)(?:は|が)(?:存在し|見つか|不明|不正|無効|あり)/,
    /(?:用户|用戶|收件人|收件者|邮箱|郵箱|信箱|账户|账号|帐号|帳號|使用者|地址)的?(?:数据库|資料庫|目录|目錄|表|证书|證書|公?密?钥|文件夹?|脚本|许可证?|授权|路径|主机|网关|组|存储|磁盘|映射表?|转发地址|参数|选项|签名|簽名|类型|類型|(?:转发|邮箱)?设置|(?:所在)?(?:公司|合同))(?:不存在|未找到|找不到|无效|無效|未知|错误)|(?:未找到|找不到|没有|[无無]法找到)[该此]?(?:用户|邮箱|收件人|账户)的(?!邮箱|地址|账|帐|信箱|名|邮件)/,
  ],
  examples: [
    '550 Home directory of user does not exist',
    '550 The user directory could not be found',
    "550 The recipient's forwarding destination does not exist",
    '550 mailbox location unknown',
    '550 5.1.1 No transport defined for user',
    '550 5.1.1 ERROR: relation "mailbox" does not exist',
    '550 Device of user not registered',
    '550 Number of recipients is invalid',
    '550 Le serveur du destinataire est introuvable',
    '550 Die Regel des Benutzers ist ungültig',
    '550 Mensagem de correio eletrônico inválida',
    '550 El servidor de correo electrónico no existe',
    '550 Mailbox driver not found',
    '550 Address book not found',
    '550 No existe la base de datos de usuarios',
    '550 El directorio del usuario no existe',
    '550 Il server del destinatario è sconosciuto',
    '550 Tabela de usuários não encontrada',
    '550 De sleutel van de ontvanger is ongeldig',
    '550 Serwer odbiorcy jest nieznany',
    '550 ユーザーデータベースが見つかりません',
    '550 用户数据库不存在',
  ],
};
