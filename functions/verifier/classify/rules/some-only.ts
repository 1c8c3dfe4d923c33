import type { Rule } from '../rule.ts';

/**
 * A recipient who is there for some and not for others: for members of a list, for those within, for
 * whom the recipient wants to hear, for one kind of message. To all others it may be called invalid.
 */
export const FOR_SOME_ONLY: Rule = {
  id: 'other-thing.for-some-only',
  outcome: 'policy',
  codes: ['4', '5'],
  says: [
    /\b(?:correos?|courriers?|courriels?|messages?|posta|e-?mails?|mensagens|poczt\w|wiadomosci|mensajes|messaggi)(?: electronicos?)? (?:extern\w+|exterieure?s?|estern\w|zewnetrzn\w+)|外部から/,
    /\b(?:outside|hors de|ausserhalb|fuera de|al di fuori d\w+|fora d\w|buiten|poza) (?:(?:of )?(?:our|the|your|this)|notre|nos|l'|unsere\w+|des|nuestr\w+|la|nostr\w+|noss\w+|onze|de|het|nasza|siecia)\b|\b(?:from (?:the )?(?:outside|internet)|de l'exterieur|von aussen|desde (?:el )?(?:fuera|exterior)|dall'esterno|van buiten|z zewnatrz)\b/,
    /\bsubscribers?\b.{0,60}\b(?:list|post)\b|\b(?:unknown|invalid|not an?(?: valid| known)?) (?:subscriber|member) (?:of|to) (?:this|the) (?:list|group)|\bonly (?:\S+ )?(?:members|subscribers)|\bnon-?members?\b|\b(?:list|group) (?:owner|moderator|manager|members?)\b|\b(?:moderators?|owners?|members?) of (?:(?:the|this|that|an?) )?(?:\S+ )?(?:list|group|alias)\b|\bhas no members\b|\bgroup\b.{0,80}\bnot a member\b|\b(?:nobody|no one) (?:may|can|is allowed|has (?:permission|access|rights?))\b/,
    /\b(?:honey-?pot|spam-?trap)|\bopt(?:ed)?[- ]out\b|\bunsubscribed from (?:you|this|these)|\bwants? (?:this|your|no|such|any) (?:e-?mail|mail|message)/,
    /\b(?:tag|key|token|keyword|extension|suffix) (?:in|of) (?:this|the|that) address|\baddress (?:extension|tag|suffix)|\bunknown (?:tag|keyword|extension)\b|\btagged address|\bticket (?:number|address|no|id)\b|\b(?:this|unknown|invalid) ticket\b/,
    /\b(?:valid|expired|closed|known|disabled|defined|available) (?:for|to) you\b|\b(?:in|of|for|from) your (?:allowed )?(?:region|country|network|cluster|range|dns)\b/,
    /\b(?:client|you) (?:does|do)(?: not|n't) have (?:\S+ )?permission|\bor (?:\S+ ){0,2}?not (?:permitted|allowed|authori[sz]ed)\b|\b(?:(?:in)?valid|known|defined|available) for (?:(?:this|such|that|an?|your) )?(?:bulk|marketing|commercial|message|mail class|class|type|kind|external|internet|outside|(?<!(?:this|the|that) )domain|country|host|network|organi[sz]ation)/,
    /\b(?:left|removed (?:at \S+ request )?from) (?:the|this|your|that) (?:\S+ )?(?:list|group|channel)\b|\b(?:supprime|retire)e?s? de (?:vos|votre|cette) listes?\b|\b(?:activated|enabled) (?:mail |e-?mail )?(?:delivery|mail)\b/,
    /\b(?:closed|disabled|suspended|blocked|locked|restricted)\b[^.:;]{0,30} (?:to|for|from) (?:newsletters?|mailing lists?|strangers|marketing|bulk|advertis\w+)/,
  ],
  examples: [
    '550 5.1.1 Unknown subscriber, list is closed',
    '550 5.7.1 Recipient is invalid for this message class',
    '550 This recipient is not known outside our organization',
    '550 Honeypot address, no such user',
    '550 No users in your allowed range',
    '550 This user has closed his mailbox to newsletters',
    '550 Address extension unknown',
    '550 Destinataire inconnu hors de notre réseau',
    '550 Diese Adresse ist von außen nicht gültig',
    '550 Destinatario no válido para correo externo',
    '550 Destinatario non valido per la posta esterna',
    '550 Odbiorca nieprawidłowy dla poczty zewnętrznej',
    '550 外部からのメールには無効な宛先です',
  ],
};
