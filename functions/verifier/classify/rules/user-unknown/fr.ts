import type { Rule } from '../../rule.ts';
import { ANOTHER_MATTER } from '../another-matter.ts';
import { eitherOrder, subjectIs } from '../either-order.ts';
import { MAILBOX } from '../mailbox-words.ts';

export const USER_UNKNOWN_FR: Rule = {
  id: 'user-unknown.fr',
  outcome: 'no_such_mailbox',
  codes: ['5'],
  says: [
    eitherOrder({
      things: MAILBOX.fr,
      says: "inconnue?s?\\b|in-?existante?s?|n[' ]?(?:a )?(?:pas |plus |jamais )?exist\\w+|(?:pas|plus|non|jamais) (?:\\S+ ){0,2}?(?:valid|valable|connu|reconnu|repertori|enregistr|utilis|attribu|trouv|exist|reference|present|declare|correct|inscrit|heberge|provisionn(?!\\w+ pour))|ne (?:\\S+ )?(?:connai|trouv|reconnai|correspond|exist)\\S* (?:pas|plus|a aucun)|invalides?|non[- ]valides?|introuvables?|erronee?s?|incorrecte?s?|supprimee?s?\\b|inacheminable|mal (?:orthographi|saisi|form)\\w+|(?:a|ont) quitte|ne (?:travaille|fait) plus|n'est plus (?:en poste|employ|salari|(?:parmi|chez) nous|dans (?:\\S+ )?\\S{0,3}(?:entreprise|societe|etablissement|effectif|ecole|universite))|impossible de (?:trouver|localiser|identifier)",
      none: 'aucune?|pas de|pas d|nulle?',
    }),
    subjectIs(
      MAILBOX.fr,
      "(?:non|jamais) cree?e?s?\\b|(?:pas|plus|jamais) (?:encore )?ete (?:cree|defini|ouvert)e?s?\\b|n'est pas (?:encore )?(?:cree|defini)e?s?\\b(?! (?:comme|pour))|(?:pas|plus) (?:configure|gere|ouvert)e?s? (?:ici|chez nous|(?:sur|par|dans) (?:ce|notre|nos)\\b)|pas (?:dans|sur|parmi) (?:notre|nos|l.|ce) ?(?:annuaire|repertoire|systeme|base|serveur|utilisateurs|abonnes)\\b|ne (?:figur|apparai|fai)\\S* (?:pas|plus) (?:partie )?(?:de|dans|sur|parmi) (?:notre|nos|l.) ?(?:annuaire|repertoire|systeme|base|serveur|adresses|comptes|bo.{1,3}tes|utilisateurs|abonnes|effectifs|registres?|fichiers?)\\b|absente?s? (?:de (?:notre|nos|l.)|du) ?(?:annuaire|repertoire|systeme|base|registres?)\\b|n'est (?:attribu|affect|rattach|assign)\\S* a (?:personne|quiconque)|n'appartient a (?:personne|aucun (?:de nos )?(?:utilisat|abonn|compte|client))",
    ),
    new RegExp(
      `\\bne gerons (?:pas|plus) (?:ce |cet |cette )${MAILBOX.fr}|\\bn'heberge\\w* (?:pas|plus) (?:de |ce |cet |cette |l')(?!.{0,25}domaine)${MAILBOX.fr}|\\bpersonne (?:\\S+ ){0,2}?(?:n'a|n'utilise|ne porte|ne possede|ne s'appelle) (?:cette (?:adresse|bo|messagerie)|ce (?:nom|compte)\\b|cet alias|ainsi\\b)|\\baucun de nos (?:abonnes|utilisateurs|clients|comptes|salaries|collaborateurs) (?:ne (?:correspond|porte)|n'(?:a|utilise) c)|\\baucune (?:messagerie|bal) (?:(?:a|de|sous) (?:ce nom|cette adresse)|n'est (?:attribu|associ|rattach|affect))|\\bidentifiant (?:inconnu|inexistant) (?:ici|de nos services|chez nous|sur (?:ce|notre) serveur)\\b`,
    ),
    /\b(utilisateur|destinataire|usager|personne)( <?@>?)? ne (possede|dispose) (pas|plus) d'une? (compte|bo.{1,3}te|bal)\b/,
    /\bpersonne (de|a|avec|sous|portant) (ce|cet|cette) (nom|adresse)|(?<!serveur (d')?)\be-?mail (inconnu|inexistant|introuvable)|\bcourriel (inconnu|inexistant|introuvable)|\bofr\w*_41[68]\b|\blpn\w*_?41[68]\b/,
  ],
  unless: ANOTHER_MATTER,
  examples: [
    '550 5.1.1 Utilisateur inconnu !',
    '550 5.1.1 Adresse d au moins un destinataire invalide. OFR_416 [416]',
    "550 L'adresse du destinataire n'existe pas",
    '550 Boîte aux lettres inexistante',
    '550 Compte introuvable',
    '550 5.5.0 OFR_418',
    '550 Aucun destinataire',
    "550 Ce destinataire n'existe plus",
    '550 Ce compte a été supprimé',
    '550 Nous ne connaissons pas cet utilisateur',
    '550 Personne de ce nom ici',
    "550 Pas d'utilisateur à ce nom",
    "550 Il n'y a pas de boîte à cette adresse",
    '550 Le destinataire ne figure pas dans notre annuaire',
    "550 Ce compte n'a jamais été créé",
    "550 L'adresse n'appartient à personne",
    '550 Personne ne porte ce nom ici',
    "550 Nous n'hébergeons pas cette boîte",
    '550 Aucune messagerie à ce nom',
    '550 5.4.1 Destinataire non provisionné',
    '550 Ce nom ne correspond à aucun de nos utilisateurs',
    '550 Identifiant inconnu de nos services',
  ],
};
