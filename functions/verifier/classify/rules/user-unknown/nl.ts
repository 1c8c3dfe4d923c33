import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';
import { eitherOrder, subjectIs } from '../either-order.ts';
import { MAILBOX } from '../mailbox-words.ts';

export const USER_UNKNOWN_NL: Rule = {
  id: 'user-unknown.nl',
  outcome: 'no_such_mailbox',
  codes: ['5'],
  says: [
    eitherOrder({
      things: MAILBOX.nl,
      says: 'onbekend|besta(?:at|an) (?:\\w+ ){0,2}?niet|niet (?:\\S+ ){0,3}?(?:gevonden|vinden|bekend|best|geldig|herkend|geregistreerd|aanwezig|correct|juist|in gebruik|teruggevonden)|ongeldig|verwijderd|gewist|onjuist|foutie[fv]|verkeerd|komt niet voor|incorrect|kennen (?:\\S+ ){0,3}?niet|niet-bestaand|nooit bestaan|niet (?:hier |meer )?ingericht(?! (?:voor|om))|vertrokken|werkt (?:\\S+ )?niet meer|niet (?:\\S+ )?meer (?:in dienst|werkzaam)|uit dienst',
      none: 'geen',
    }),
    subjectIs(
      MAILBOX.nl,
      '(?:niet|nooit) (?:(?!voor |om |als |met )\\S+ )?(?:toegekend|gehost|aangemaakt|gedefinieerd|ingesteld op (?:deze|onze)|geconfigureerd op (?:deze|onze)|gekoppeld aan (?:een|enige?) (?:account|gebruiker|mailbox))\\b|niet door (?:deze|onze) server (?:beheerd|gehost)|aan niemand (?:toegewezen|toegekend|gekoppeld)|is van niemand(?=\\W*$|[.,;:!(])|(?:be)?hoort niet (?:toe )?(?:aan|bij) (?:een|enige?) (?:account|gebruiker|klant|mailbox)|staat niet (?:in|op) (?:ons|onze) (?:\\S{0,6}systeem|adres\\S+|directory|server|database|bestand|gebruikers\\S+)|komt in (?:ons|onze|dit|deze) \\S+ niet voor|niet (?:een )?van onze (?:adressen|gebruikers|klanten|mailboxen|accounts)\\b',
    ),
    new RegExp(
      `\\b(?:een|dit|dat|deze|die) ${MAILBOX.nl}(?: \\S+)? hebben (?:wij|we) (?:hier |helaas )?niet(?=\\W*$|[.,;:!(])|\\bgeen van onze (?:gebruikers|klanten|medewerkers) (?:heeft|gebruikt) (?:dit|deze|die|dat)|\\b(?:kennen|herkennen|vinden|hosten|hebben|(?:\\w{0,10}server|systeem|domein)(?: van \\S+ \\S+)? kent) (?:hier )?(?:dit|deze|die|dat|het|de) \\S{0,20}${MAILBOX.nl} (?:hier |helaas )?niet(?=\\W*$|[.,;:!(])|\\bniet (?:een )?van onze ${MAILBOX.nl}|\\bniemand (?:\\S+ ){0,2}?(?:heeft|gebruikt|heet) (?:(?:dit|deze|die|dat) (?:\\S{0,8}adres|naam|account|mailbox|postvak)|zo\\b)`,
    ),
    /\bniemand (met|onder) (\S+ )?naam|\bniemand (meer )?(op|met|onder|achter) (dit|deze|dat) (\S+ )?\S{0,8}(adres|account|postvak|mailbox)\b/,
  ],
  unless: ANOTHER_MATTER,
  examples: [
    '550 Gebruiker onbekend',
    '550 Er is niemand meer op dit adres',
    '550 5.1.1 Deze mailbox bestaat niet',
    '550 Onbekende ontvanger',
    '550 E-mailadres niet gevonden',
    '550 Ontvanger kan niet worden gevonden',
    '550 Geen gebruiker met deze naam',
    '550 Niemand met die naam hier',
    '550 Het account is nooit aangemaakt',
    '550 De gebruiker heeft hier nooit bestaan',
    '550 De geadresseerde staat niet in ons adresboek',
    '550 Het adres hoort niet bij een gebruiker',
    '550 Wij kennen deze ontvanger niet',
    '550 Niemand hier heeft dit adres',
    '550 Onbekende alias',
    '550 Een gebruiker jansen hebben wij niet',
    '550 De mailserver van de ontvanger kent het e-mailadres niet',
    '550 Ontvanger is hier niet ingericht',
  ],
};
