import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';
import { eitherOrder, subjectIs } from '../either-order.ts';
import { MAILBOX } from '../mailbox-words.ts';

export const USER_UNKNOWN_IT: Rule = {
  id: 'user-unknown.it',
  outcome: 'no_such_mailbox',
  codes: ['5'],
  says: [
    eitherOrder({
      things: MAILBOX.it,
      says: 'sconosciut|in-?esistent|non (?:\\S+ ){0,4}?(?:esist|valid|trovat|trova\\b|present|riconosci|attiv|registrat|(?<!creat[oa] )corrett|conosc|corrispond|appart|censit|reperibil|risulta\\b)|errat|invalid[oaie]|scorrett|sbagliat|eliminat|cancellat|rimoss|cessat|dismess|impossibile (?:trovare|localizzare|identificare)|non (?:lavora|fa) piu|ha lasciato (?:l\\b|la |il )',
      none: "nessun[ao]?|nessun altro|non (?:c'e|ci sono|abbiamo)",
    }),
    /\b(utente|destinatario|persona)( <?@>?)? non (ha|possiede|dispone di)( piu)? (una? |alcuna? )?(account|casella|mailbox)( di posta| postale| e-?mail)?( elettronica)?(?= (qui|su|in|nel|presso|con)\b|\W*$|[.,;:!(])/,
    subjectIs(
      MAILBOX.it,
      '(?:non|mai) (?:e|sono|e stat[oaie]|e mai stat[oaie]|stat[oaie]) (?:mai )?(?:assegnat[oaie](?= a nessun|\\W*$|[.,;:!(])|ospitat|creat[oaie](?! (?:corr|per|a causa))|definit[oaie]\\b|not[oaie]\\b|configurat[oaie] (?:qui|su|in|nel)\\b|gestit[oaie] da (?:quest|nostr)|ne[il] nostr|nella nostra|un[oa]? de\\w+ nostr)|(?:mai|non) creat[oaie]\\b(?! (?:corr|per))|non not[oa]\\b|non (?:figura|compare|appare) (?:tra|fra|in|ne\\w+) (?:i |gli |le )?nostr|(?<!\\b(?:errore|motivo|problema|causa|ragione|motivazione) )ignot[oaie]\\b',
    ),
    new RegExp(
      `\\bnessun[oa] dei nostri (?:utenti|clienti|dipendenti) (?:ha|usa|utilizza) quest|\\bnon (?:ospitiamo|conosciamo|troviamo|gestiamo) (?:quest[oaie]|quel(?:lo|la)?|il|la|l'|alcuna?) ?${MAILBOX.it}|\\bnon e un[oa]? de\\w+ nostr[ie] ${MAILBOX.it}|\\bnon (?:indica|designa|individua|identifica|corrisponde ad?|e (?:ospitat|registrat|present|definit)\\w+) alcun[oa]? (?:\\S+ )?${MAILBOX.it}|\\b(?:impossibile|non e stato possibile|non siamo riusciti a) (?:individuare|reperire) (?:il |la |l'|questo )?${MAILBOX.it}|\\bnessuno (?:\\S+ ){0,2}?(?:ha|usa|utilizza|possiede|si chiama) (?:(?:quest|quell?)\\S* ?(?:indirizzo|casella|nome|account)|cosi\\b)`,
    ),
    /\bnessuno (con|di|a) (\S+ )?nome|\bnon (c'e|esiste|risulta) (piu )?nessuno (a|con|presso) quest\S? ?(\S+ )?(indirizzo|e-?mail|casella)\b|(?<!server (di )?)\be-?mail inesistente/,
  ],
  unless: ANOTHER_MATTER,
  examples: [
    '550 Utente sconosciuto',
    "550 Non c'è più nessuno a questo indirizzo",
    '550 <user@example.it>, destin. sconosciuto',
    '550 Indirizzo inesistente',
    '550 5.1.1 Siamo spiacenti, non esiste nessun utente con questo nome',
    '550 Destinatario errato',
    '550 La casella non esiste',
    "550 L'indirizzo non risulta registrato",
    '550 Nessuno con questo nome',
    "550 L'utente non ha un account su questo server",
    '550 La casella di posta è stata cancellata',
    "550 L'account non è mai stato creato",
    '550 Destinatario ignoto',
    '550 Casella non nota al gateway',
    "550 L'utente non compare nella nostra rubrica",
    '550 Impossibile individuare il destinatario',
    '550 Non ospitiamo questa casella',
    '550 Il nome non individua alcun utente',
    '550 Nessuno qui ha questo indirizzo',
  ],
};
