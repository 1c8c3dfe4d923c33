/**
 * A sentence that names a thing and says something of it, in either order: "utilisateur inconnu",
 * "no existe el usuario"; or one that says there is none: "aucun utilisateur", "brak takiego konta".
 * All arguments are alternatives of a regular expression, in lower case and without accents, as the
 * words of a reply are. `none` stands right before the thing: "kein Zugriff auf das Postfach" is no
 * sentence on the mailbox.
 */
export function eitherOrder(things: string, says: string, none: string): RegExp {
  return new RegExp(
    `\\b(?:${things})\\b.{0,50}?\\b(?:${says})|\\b(?:${says}).{0,25}?\\b(?:${things})\\b|\\b(?:${none}) (?:\\S+ )?(?:${things})\\b`,
  );
}
