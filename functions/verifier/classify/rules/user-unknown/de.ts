import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';
import { eitherOrder, subjectIs } from '../either-order.ts';
import { MAILBOX } from '../mailbox-words.ts';

export const USER_UNKNOWN_DE: Rule = {
  id: 'user-unknown.de',
  outcome: 'no_such_mailbox',
  codes: ['5'],
  says: [
    eitherOrder({
      things: MAILBOX.de,
      says: 'unbekannt|exis\\w+ (?:\\S+ ){0,2}?nicht|nicht (?:\\S+ ){0,3}?(?:bekannt|vergeben|gefunden|finden|vorhanden|gultig|gueltig|exist|eingerichtet|registriert|angelegt|auffindbar|ermittel|zugeordnet|zuordenbar|zustellbar|aktiv|korrekt|zu finden|mehr (?:im|bei|in))|un(?:gu|gue)ltig|(?:gibt|kennen|kennt|finden) (?:\\S+ ){0,3}?nicht|geloscht|geloescht|entfernt|falsch(?! (?:konfig|einge))|fehlerhaft(?! konfig)|in-?existent|inkorrekt|verlassen|ausgeschieden|nicht mehr (?:beschaftigt|tatig|angestellt)|arbeitet (?:\\S+ ){0,2}?nicht mehr',
      none: 'kein(?:e|en|er|em|es)?',
    }),
    /\b(konto|postfach|mailbox|account|\S*adresse|benutzer|nutzer)\b (\S+ ){0,3}?(wurde|wird|ist) (?:(?!nachricht|mail\b|e-mail\b)\S+ ){0,7}?(geloscht|geloescht|entfernt|(?<!nicht )aufgelo(e)?st)\b/,
    subjectIs(
      MAILBOX.de,
      '(?:nicht|nie|niemals) (?:(?!fur |fuer |zu[mr] |als |mit |durch )\\S+ ){0,3}?(?:aufgef(?:u|ue)hrt|verzeichnet|gelistet|hinterlegt|erfasst|gehostet|gef(?:u|ue)hrt|konfiguriert|definiert)\\b|nie(?:mals)? (?:eingerichtet|angelegt|erstellt|vergeben)\\b|nicht erstellt\\b|(?:ist|steht|sind|stehen) nicht in unsere[mrn] (?:\\S+ )?(?:\\S{0,10}verzeichnis|\\S{0,8}system|\\S{0,10}datenbank|adress\\S+|telefonbuch|server|bestand)\\b|(?:keinem|niemand(?:em)?) (?:\\S+ )?(?:zugeordnet|zugewiesen)\\b|(?:gibt|hat) es (?:\\S+ ){0,4}?(?:nicht\\b|nie(?:mals)? gegeben)|geh(?:o|oe)rt niemand|haben wir (?:hier |leider )?nicht(?=\\W*$|[.,;:!(])|arbeitet nicht (?:bei uns|hier)\\b',
    ),
    new RegExp(
      `\\b(?:gibt es|finden|kennen|haben|f(?:u|ue)hren|hosten|(?:\\w{0,10}server|system|domain)(?: de[sr] \\S+)? kennt) (?:hier |leider )?(?:den|diesen|das|dieses|die|diese) \\S{0,20}${MAILBOX.de} (?:hier |leider )?nicht(?=\\W*$|[.,;:!(])|\\bniemand (?:\\S+ ){0,2}?(?:hat|nutzt|benutzt|verwendet|besitzt|heisst) (?:so\\b|diese[nsr]? (?:\\S{0,6}adresse|namen?\\b|konto|postfach|mailbox))`,
    ),
    /\bniemand(en)? (mit|unter|namens) (\S+ )?(name|adresse)/,
  ],
  unless: ANOTHER_MATTER,
  examples: [
    '550 Benutzer nicht bekannt',
    '550 Empfaenger unbekannt',
    '550 5.1.1 Diese Adresse existiert nicht',
    '550 Unbekannter Empfänger',
    '550 Kein Postfach dieses Namens, kein solches Postfach',
    '550 Mailbox existiert nicht',
    '550 Kein Mailkonto',
    '550 Der Empfänger konnte nicht gefunden werden',
    '550 E-Mail-Adresse wurde gelöscht',
    '550 Diesen Empfänger gibt es hier nicht',
    '550 Niemand mit diesem Namen',
    '550 Der Empfänger ist in unserem Verzeichnis nicht aufgeführt',
    '550 Das Konto wurde nie eingerichtet',
    '550 Den Benutzer hat es hier nie gegeben',
    '550 Die Adresse ist niemandem zugeordnet',
    '550 Alias unbekannt',
    '550 Einen Benutzer muster haben wir nicht',
    '550 Der Mailserver des Empfängers kennt die Adresse nicht',
    '550 Das Postfach wurde aufgelöst',
    '550 Das Konto wurde geschlossen und gelöscht',
    '550 Wir kennen diesen Empfänger nicht',
    '550 Niemand hier hat diese Adresse',
  ],
};
