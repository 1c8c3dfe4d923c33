import type { Rule } from '../rule.ts';
import { UNFIT } from './another-subject.ts';

const SAID = `\\b(?:${UNFIT}|no such|no (?:users?|mail ?box))`;
const IF =
  "(?:if|unless|when|whether|in case|falls|wenn|czy|jesli|(?:si|se) (?:l[ea']|el|il|lo|une?|ce|cet|ese|este|questo|o|a|su|sua)|ob|perhaps|possibly|maybe)";

/**
 * What is said of a mailbox only in case, as a question, as a guess or with a "not" before it, where
 * nothing else is said of one.
 */
export const NOT_ASSERTED: Rule = {
  id: 'other-thing.not-asserted',
  outcome: 'policy',
  codes: ['4', '5'],
  says: [
    new RegExp(`^(?=.*\\b${IF}\\b)(?:(?!${SAID}).)*?\\b${IF}\\b[^.;!?]{0,60}?${SAID}(?!.*${SAID})`),
    /\b(?:not|nicht|pas|no|non|nao|niet|nie) (?:(?:un-?known|unbekannt|inconnue?|desconocid[oa]|sconosciut[oa]|desconhecid[oa]|onbekend|nieznan\w)\b)|\b(?:un-?known|invalid|valid|existing|exists?) or not\b|\b(?:existiert|existe|esiste|bestaat|istnieje) (?:oder|ou|o|of|lub|czy) (?:nicht|non|no|nao|niet|nie)\b|\b(?:since|because|as) one (?:of|address|recipient)\b/,
    /^\W*(?:(?:the|this|your) )?(?:known |valid )?(?:recipient|user|address|mail ?box) (?:is )?(?:ok|okay|valid|known|fine)\b|(?:宛先|受信者|アドレス)は有効/,
    /\b(?:message|mensaje|messaggio|mensagem|nachricht|bericht|wiadomosc) (?:pour|para|per|an|fur|fuer|aan|voor|do|dla|a|to|for) (?:\S+ ){1,3}?(?:(?:no|non|nao|nie) (?:tiene|ha|tem|ma)|n'a (?:pas|aucune?)|hat kein\w*|heeft geen|has no|is missing)\b|\bnot on this server,? use\b/,
    /\b(?:not|n't|cannot) (?:know|tell|say|determine)(?: \S+)? (?:whether|if)\b/,
    /\bcauses? possibles?\b|\b(?:m(?:o|oe)gliche gr(?:u|ue)nde|m(?:o|oe)gliche ursachen?|posibles (?:causas|motivos)|possibili (?:cause|motivi)|possiveis (?:causas|motivos)|mogelijke (?:oorzaken|redenen)|mozliwe (?:przyczyny|powody))\b|考えられる(?:原因|理由)|可能的?(?:原因|理由)/,
    // For now.
    /(?:\bnot|n't)\b[^.;]{0,60}\byet\W*$|\bun-?known (?:until|for (?:a|some|the next))\b|\bbeing (?:created|set up|provisioned)\b|\bnoch nicht auf allen\b|\bne connai\w+ pas encore\b/,
  ],
  examples: [
    '550 5.7.1 Message rejected. If you think the recipient is invalid, contact the postmaster',
    '550 Refused unless the user is unknown to our filter',
    '550 The user is not unknown',
    '550 Impossible de savoir si le destinataire est valide ou inconnu',
    '550 Ob der Empfänger existiert oder nicht, verraten wir nicht',
    '550 No indicamos si un usuario no existe',
    '550 Mögliche Gründe: Postfach unbekannt, Weiterleitung abgelehnt',
  ],
};
