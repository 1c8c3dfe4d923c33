import type { Rule } from '../rule.ts';

/**
 * A server that has no users, whoever is asked for: then the question came to the wrong one. With a
 * name after it, or "such", one user is missing.
 */
export const NONE_AT_ALL: Rule = {
  id: 'other-thing.none-at-all',
  outcome: 'relay_denied',
  codes: ['4', '5'],
  says: [
    /\b(?:no|any) (?:local |more |active )?(?:users|mail ?boxes|accounts|recipients(?= (?:are )?(?:configured|defined|set up)))(?: (?:(?:on|at|behind) (?:this|the|our) (?:server|host|machine|system|gateway)|left|here|(?:(?:are|have been|were) )?(?:hosted|configured|defined|set up|created|available|found in (?:the |our )?config\w*))(?! (?:by|with|named|called|of|for))|(?=\W*$|,))/,
    /\b(?:n'a (?:pas|plus|aucun\w*) ?(?:de |d')?|(?:hat|gibt es|haben) keine |no (?:tiene|hay) |non (?:ha|ci sono) |nao (?:tem|ha) |(?:heeft|zijn) geen |nie ma )(?:lokalen? |lokalnych )?(?:utilisateurs|bo.{1,3}tes|comptes|benutzer|nutzer|postf(?:a|ae)cher|konten|usuarios|buzones|cuentas|utenti|caselle|utilizadores|caixas|contas|gebruikers|mailboxen|uzytkownikow|skrzynek|kont)\b(?! (?:(?:de ce|mit|con|com|met|o)\b|@|<))|\b(?:keine|geen) (?:lokalen? )?(?:benutzer|nutzer|konten|postf(?:a|ae)cher|gebruikers|accounts|mailboxen) (?:konfig|geconfig|eingericht|ingesteld|angelegt|aangemaakt)\w*(?=\W*$| (?:auf|op) )/,
    /\b(?:aucune? (?:utilisateur|bo.{1,3}te|compte)(?: n'est h\S+)? sur (?:ce|cette)|(?:nessuna casella|nessun (?:utente|account)) su quest\w) (?:machine|serveur|macchina|server)\W*$|\bna (?:tej|tym) (?:maszynie|serwerze) nie ma skrzynek/,
    /サーバーに(?:は)?(?:メールボックス|ユーザー?|アカウント)[はが](?:あり|い)ませ|(?:服务器|伺服器|本机|主机)上?(?:没有|沒有)(?:任何)?(?:用户|邮箱|账户|用戶|信箱)\W*$/,
    /\b(?:backup|secondary|primary|fallback) (?:mx|server|host|mail ?server)\b|\bdomain (?:\S+ )?has no (?:users|mail ?boxes|accounts)\b|\bno mail ?box(?:es)? ha(?:s|ve) been (?:set up|created|configured) for (?:this|the|that) domain\b/,
    /\b(?:all (?:the )?users|tous les utilisateurs|alle (?:be)?nutzer|todos l?os usuarios|todos os utilizadores|tutti gli utenti|alle gebruikers|wszyscy uzytkownicy)\b|全ユーザー|所有用[户戶]|\bdomain (?:was|is|has been) (?:deleted|removed|cancelled)\b/,
  ],
  examples: [
    '550 There are no users on this server any more',
    '550 No mailboxes are hosted on this machine',
    '550 No accounts configured',
    "550 Ce serveur n'a pas d'utilisateurs locaux",
    '550 Auf diesem Server gibt es keine Postfächer',
    '550 No hay buzones en esta máquina',
    '550 No hay cuentas configuradas',
    '550 Keine Konten konfiguriert',
    '550 Nessuna casella su questa macchina',
    '550 Este servidor não tem usuários locais',
    '550 Deze server heeft geen lokale gebruikers',
    '550 Na tej maszynie nie ma skrzynek',
    '550 このサーバーにユーザーはいません',
    '550 本服务器没有用户',
  ],
};
