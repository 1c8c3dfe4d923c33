import type { Rule } from '../rule.ts';

/** Nobody in particular, of whom something is said to be allowed or not. */
const STRANGERS = [
  '(?:un-?known|un-?registered|non-?existent|anonymous|invalid) (?:users|addresses|accounts|people|recipients|persons|correspondents)',
  '(?:utilisateurs|adresses|personnes|comptes) (?:inconnu|non (?:enregistr|inscri)|anonym)e?e?s',
  '(?:unbekannte|nicht registrierte|anonyme|fremde) (?:be)?(?:nutzer|adressen|personen|konten)',
  '(?:usuarios|direcciones|personas|cuentas|usuarias|utilizadores|enderecos|pessoas|contas) (?:desconhecid|desconocid|nao (?:registad|registrad|cadastrad)|no registrad|anonim)[oa]s',
  '(?:utenti|indirizzi|persone|account) (?:sconosciut|non registrat|anonim)[ie]',
  '(?:onbekende|niet-?geregistreerde|anonieme) (?:gebruikers|adressen|personen|accounts)',
  '(?:nieznan[ie]|niezarejestrowan[ie]|anonimow[ie]) (?:uzytkownicy|adresy|osoby|konta)',
].join('|');
const MAY =
  "(?:(?:may|can|must|shall|will|do|are|have|ne|no|non|nao|nie) )?(?:not|cannot|can't|may|can|must|peuvent|doivent|durfen|duerfen|konnen|koennen|pueden|deben|possono|podem|mogen|kunnen|moga)\\b";

/**
 * Whoever writes or logs in, who may be an address, a user or an account as well: the address that was
 * written from, the user of SASL, strangers who may not write.
 */
export const WHO_WRITES: Rule = {
  id: 'other-thing.who-writes',
  outcome: 'sender_rejected',
  codes: ['4', '5'],
  says: [
    /\b(?:smtp|sasl|api|submission|log-?in)[- ]?(?:(?:e-?mail|mail) )?(?:users?|accounts?|(?:be)?nutzer|kont[oa]|gebruiker)\b|\b(?:utilisateur|compte|usuari[oa]|cuenta|utente|account|utilizador|conta|uzytkownik\w*|kont[oa])(?: (?:de|do|du))? (?:smtp|sasl|api)\b|(?:smtp|sasl|api)(?:ユーザー?|アカウント|用户|用戶|账|帐|帳)/,
    // Of whom or what was written from.
    /\b(?:from|with) (?:which|whom) (?:you|this|the)\b|\bsending (?:organi[sz]ation|server|host|domain|system)\b|\bthat sent (?:this|the|your)\b|\b(?:verify|check|tell|know|find out) who you are\b/,
    /\b(?:depuis|avec) (?:laquelle|lequel) (?:vous|tu)\b|\b(?:von|aus|mit) (?:de[rm]|welche[rm]) (?:aus )?(?:sie|du|ihr|diese)\b|\b(?:desde|con) (?:la|el) (?:que|cual)\b(?! (?:intenta|quiere|desea|contact))|\bda(?:l|lla)? (?:cui|quale) (?=scriv|invi|sped|manda|prov|(?:lei|tu|voi) )|\bd[oa] qual\b|\bwaar(?:van(?:daan)?|mee|vanaf) (?:u|je|jullie|dit)\b|\b(?:z|od) ktor(?:ego|ej|ych)\b/,
    /发信所用|發信所用|发信使用|寄信所用/,
    new RegExp(`\\b(?:${STRANGERS}) ${MAY}`),
    /\b(?:mails?|e-?mails?|messages?|post) from (?:(?:a|an|any) )?(?:un-?known|un-?registered|non-?existent|unverified) |(?:未知|未注册的?|陌生)(?:用户|用戶|地址|人)(?:不[能得可]|无法|禁止)|(?:未登録|不明|未知)の(?:ユーザー?|アドレス|方)[はが][^。]{0,20}(?:送信|送れ|投稿)/,
    /\byour postmaster\b|\bpanstwa domen\w+|貴ドメイン|您的?(?:域名|网域)/,
    /\breply-to\b|\blist-unsubscribe\b|\bheader recipient\b|\bfrom and envelope\b/,
    /\b(?:sasl\w*|radius|kerberos|oauth\w*)\b|\baanmelden\b|\blogowaniu\b/,
    // An account that goes with an IP or a name of ours.
    /\b(?:your|this|client|connecting|ihre[rn]?|diese[rn]?|votre|cette|su|esta|suo|questo|seu|este|esse|uw|dit|panstwa|twoj\w*|tego) (?:\S+ )?ip\b/,
    /\b(?:trial|demo) (?:account|user|licen[cs]e|period)/,
    // Addresses that are signed to know one's own bounces again.
    /\b(?:srs[01]?|batv|prvs|verp)\b/,
  ],
  examples: [
    '550 5.7.1 SASL user unknown',
    '550 Unregistered users cannot write to this mailbox',
    '550 SRS0 address invalid',
    '550 Kein Kundenkonto zu dieser IP gefunden',
    "550 L'adresse depuis laquelle vous écrivez n'existe pas",
    '550 Die Adresse, von der Sie schreiben, existiert nicht',
    '550 Los usuarios desconocidos no pueden escribir a este buzón',
    "550 L'indirizzo da cui scrive non esiste",
    '550 O endereço do qual você escreve não existe',
    '550 Het adres waarvan u schrijft bestaat niet',
    '550 Nieznani użytkownicy nie mogą pisać na ten adres',
    '550 未登録のユーザーはこのアドレスに送信できません',
    '550 您发信所用的地址不存在',
  ],
};
