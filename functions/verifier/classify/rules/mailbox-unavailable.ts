import type { Rule } from '../rule.ts';

/** Whatever else stands between a mailbox and what is said of it has its own say. */
const OTHER_THING =
  '(?:serv|serwer|dienst|uslug|system|sistem|host|rechner|domain|domein|domen|domin|messag|messagg|mensa|nachricht|bericht|wiadomo|datenbank|data|baza|base|banco|quota|relais|relay|pruf|expedit|absend|remit|mittent|remet|afzend|nadawc|smtp|extern|exter|estern|zewn|pour\\b|fur\\b|fuer\\b|para\\b|per\\b|voor\\b|dla\\b|mais|but|aber|maar|ale|pero|ma\\b|et|und|and|en\\b)';
const GAP = `["'>),:]{0,3}(?: (?!${OTHER_THING})\\S{1,40}){0,5}? `;

/** A mailbox, its address or its account, and that it is not to be had, in either order. */
function unavailable(mailbox: string, said: string): RegExp {
  return new RegExp(
    `(?:${mailbox})${GAP}(?:${said})|\\b(?:${said}) (?:(?:el|la|le|il|lo|o|a|der|die|das|de|het) )?(?:${mailbox})`,
  );
}

/** Words by which the mailbox is there, or may be, and something else stands before it. */
const UNLESS = [
  /\brela[iy]|autori[sz]|authenti|autenti[cf]|\bacces|zugriff|zugang|toegang|\bdostep(u|em|ie)?\b|berecht|uprawn|\bpermi[st]|refuse|verweiger|denega|negad|negat|odmow|\bdns\b|\bmx\b|%ip|\bip\b|\b(denied|refused|blocked|access|later|busy|locked)\b/,
  /occup|ocupad|\bbelegt|besetzt|\bbezet|\bzajet|\b(in|en|em) (uso|gebruik|cours|benutzung|verwendung)\b|uzyci|uzywan|verrou|sperr|bloque|bloccat|blockier|geblok|zablok/,
  /actuellement|\bderzeit|\bzurzeit|\baktuell|\bjetzt|actualmente|\bahora\b|attualmente|\bora\b|\badesso\b|atualmente|\bagora\b|momenteel|\bnu\b|obecnie|\bteraz\b|reessa|erneut|\bde nuevo\b|nuevamente|riprov|novamente|opnieuw|ponown/,
  /\b(pour (le |l')|en ce |im |de |(por |en )(el |este )?|per (il |ora )|al |(in )?questo |no |neste |dit |tej |w tej )(moment|momento|augenblick|instant|chwili)\b/,
  /\bsmtp\b|\b(extern|exterieur|exterior|estern|zewnetrzn)|\b(disponib\w+|disponive\w+|verf(u|ue)gbar\w*|beschikbaar|n?i?e?dostepn\w+) (pour|fur|fuer|zum|para|per|por|all'|voor|dla|do)|外部|内部/,
  /\b(almacen\w*|armazen\w+|archivi\w+|stockage|speicher\w*|datenbank\w*|opslag\w*|magazyn\w*|store|storage|databases?|base de (datos|dados|donnees)|banco de dados|baza|tables?|tabla|tabella|tabelle|tabela|tabel|listen?|lista|lijst|annuaire|verzeichnis|directorio|elenco|diretorio|katalog)\b/,
  /erreur|erro(r|re)?\b|problem|panne|fehler|storung|\bfall[ao]\b|falha|guasto|\bfout|storing|\bblad|awari|usterk|\blimit|\bquot|cuota|\bcota\b|kontingent/,
  /(?<!\b(?:ce|notre|diesem|unserem|este|nuestro|questo|nostro|neste|nosso|deze|onze|tym|naszym) )(?:\bserv(?:eur|idor|er|ic|iz)|serwer|\bdienst)/,
  /送信|発信|差出|サーバ|サービス|システム|エラー|障害|使用中|ロック|busy|ビジー|現在|今|許可|権限|認証|拒否|制限|アクセス/,
  /发件|發件|寄件|发送|發送|服务|服務|系统|系統|错误|錯誤|故障|忙|锁|鎖|当前|當前|目前|现在|現在|权限|權限|拒|禁|认证|認證|限|访问|訪問|存取/,
];

/** RFC 5321's phrase for any 550, "mailbox unavailable", as servers and their translators put it. */
export const MAILBOX_UNAVAILABLE: Rule = {
  id: 'bare-refusal.stock-other',
  outcome: 'refused_bare',
  codes: ['55', '51'],
  says: [
    unavailable(
      '\\b(?:bo.{1,3}tes?|bal|mailbox|adresses?|comptes?)\\b',
      "(?:indisponible|(?:non|pas) (?:\\S+ )?disponible|n'est plus disponible)s?\\b",
    ),
    unavailable(
      '(?:postfach|postfacher|mailbox|briefkasten|adresse|konto|account)(?:e?s|n)?\\b',
      '(?:nicht (?:mehr )?|un)verf(?:u|ue)gbar(?:e[rs]?)?\\b',
    ),
    unavailable(
      '\\b(?:buzon(?:es)?|casillas?|cuentas?|direccion)\\b',
      '(?:indisponibles?|no (?:(?:esta|estan|se encuentra) )?disponibles?)\\b',
    ),
    unavailable(
      '\\b(?:casell[ae]|mailbox|account|indirizzo)\\b',
      '(?:indisponibil[ei]|non (?:e )?(?:piu )?disponibil[ei])\\b',
    ),
    unavailable(
      '\\b(?:caixas?|contas?|mailbox|endereco)\\b',
      '(?:indisponive(?:l|is)|nao (?:(?:esta|estao|se encontra) )?disponive(?:l|is))\\b',
    ),
    unavailable(
      '(?:mailbox|postvak|postbus|brievenbus|adres|account)\\b',
      '(?:niet (?:meer )?|on)beschikbaar\\b',
    ),
    unavailable(
      '\\b(?:skrzynk[ai]|konto|mailbox|adres)\\b',
      '(?:niedostepn[aey]|nie (?:jest|sa) (?:juz )?dostepn[aey])\\b',
    ),
    /(?:メールボックス|アカウント|メールアドレス)(?:は|が|を|の)?ご?(?:利用|使用)(?:は|が|することが|も)?(?:不可|できな|できませ|できず|出来な|出来ませ)/,
    /(?:邮箱|郵箱|信箱|邮箱地址|账号|账户|帐号|帐户|帳號|帳戶)(?:地址)?(?:不可用|不可使用|不能使用|无法使用|無法使用)/,
  ],
  unless: UNLESS,
  examples: [
    '550 Boîte aux lettres indisponible',
    "550 La boîte aux lettres du destinataire n'est pas disponible",
    '550 Postfach nicht verfügbar',
    '550 Buzón de correo no disponible',
    '550 Casella di posta non disponibile',
    '550 Caixa de correio indisponível',
    '550 Postvak niet beschikbaar',
    '550 Skrzynka pocztowa jest niedostępna',
    '550 メールボックスが利用できないため、要求された処理は実行不能。',
    '550 邮箱不可用',
  ],
};
