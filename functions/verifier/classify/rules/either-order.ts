/** What a sentence on a mailbox is made of, each an alternative of a regular expression. */
interface Sentence {
  /** The words for a mailbox. */
  things: string;
  /** What is said of it. */
  says: string;
  /** The words for "no such". */
  none: string;
}

/** Not the mailbox is what there is none of: "kein Zugriff auf das Postfach". */
const RIGHTS =
  'ac{1,2}es|droit|autor[iy]|zgod|r[ei]s?p[ou]|antwo|odpowied|mails?\\b|zustellung|con{1,2}e[sx]|polaczen|permi|permes|mes{1,2}a|mensa|zug[ar]|berecht|recht|nachricht|verbindung|toegang|bericht|dostep|uprawnie|wiadomosc';

/** Before a mailbox that something else leads to, or is for. */
const TOWARDS = '\\b(?:hacia|vers|verso|zum|naar|para|pour|per|voor|dla) ';

/**
 * A sentence that names a thing and says something of it, in either order: "utilisateur inconnu",
 * "no existe el usuario"; or one that says there is none: "aucun utilisateur", "brak takiego konta".
 * All in lower case and without accents, as the words of a reply are.
 */
export function eitherOrder({ things, says, none }: Sentence): RegExp {
  return new RegExp(
    `${things}.{0,50}?\\b(?:${says})|\\b(?:(?:${says})(?:(?!${TOWARDS}).){0,25}?|(?:${none})[ '](?!${RIGHTS})(?:\\S+ )?\\S{0,20})${things}`,
  );
}

/** Where a clause begins, up to the noun that it is about. */
const CLAUSE =
  "(?:(?:^\\W*|[.:;,!?(]\\W{0,4}| - )(?:(?:da|denn|dass|since|pues|want|bo|gdyz|ze) )?|\\b(?:car|puisque|parce que?|weil|because|porque|ya que|perche|poiche|omdat|poniewaz) )(?:(?:l|quell|quest)'|(?:the|this|that|le|la|ce|cet|cette|der|die|das|den|eine?[nrms]?|diese[rsn]?|el|es[ae]|este|esta|dich[oa]|il|lo|quest[oa]|quel|quello|quella|o|a|ess[ea]|de|het|dit|deze|dat|ten|ta|taki|taka|takie) )?(?:votre (?=correspondant|destinataire)|your (?=recipient|correspondent))?(?:(?:angegeben|genannt|gewunscht|gesucht|eingegeben|opgegeven|ingevoerd|vermeld|podan|wskazan|requested|specified)\\S{0,2} |\\S{4,20}(?:te|ene)[nr]? )?(?:e-?mail[ -]?|mail-?|be|nombre de |nome (?:de )?|nom d')?";

/**
 * The same where the mailbox is what the clause is about: what was never made, is in no directory or
 * belongs to nobody may as well be its filter, its server or the right to write to it.
 */
export function subjectIs(things: string, says: string): RegExp {
  return new RegExp(`${CLAUSE}${things}(?:[^.:;,!?]|\\.(?=\\S)){0,40}?\\b(?:${says})`);
}

/** The same where only a word on the mailbox after it will do: what precedes one may be a message. */
export function saidOf(things: string, says: string): RegExp {
  return new RegExp(`${things}.{0,40}?\\b(?:${says})`);
}
