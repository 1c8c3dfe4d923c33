/**
 * A sentence that names a thing and says something of it, in either order: "utilisateur inconnu",
 * "no existe el usuario". Both arguments are alternatives of a regular expression, in lower case and
 * without accents, as `words` of a reply are.
 */
export function eitherOrder(things: string, says: string): RegExp {
  return new RegExp(
    `\\b(?:${things})\\b.{0,50}?\\b(?:${says})|\\b(?:${says}).{0,25}?\\b(?:${things})\\b`,
  );
}
