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
  'acces|droit|autori[sz]|zgod|autoryzac|reponse|antwort|antwoord|respuesta|risposta|resposta|odpowied|mails?\\b|zustellung|connexion|conexion|connession|conexao|polaczen|permission|message|zugriff|zugang|berechtigung|recht|nachricht|verbindung|acceso|permiso|mensaje|accesso|permesso|messaggio|permissao|acesso|mensagem|toegang|rechten|bericht|dostep|uprawnie|wiadomosc';

/**
 * A sentence that names a thing and says something of it, in either order: "utilisateur inconnu",
 * "no existe el usuario"; or one that says there is none: "aucun utilisateur", "brak takiego konta".
 * All in lower case and without accents, as the words of a reply are.
 */
export function eitherOrder({ things, says, none }: Sentence): RegExp {
  return new RegExp(
    `${things}.{0,50}?\\b(?:${says})|\\b(?:${says}).{0,25}?${things}|\\b(?:${none})[ '](?!${RIGHTS})(?:\\S+ )?\\S{0,20}${things}`,
  );
}

/** The same where only a word on the mailbox after it will do: what precedes one may be a message. */
export function saidOf(things: string, says: string): RegExp {
  return new RegExp(`${things}.{0,40}?\\b(?:${says})`);
}
