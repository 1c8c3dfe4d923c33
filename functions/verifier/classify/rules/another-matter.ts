/** What makes it a sentence on the right to send, or on how a command was written. */
export const ANOTHER_MATTER = [
  /\brelay\w*|\b(?:pas de|sans|ni|aucun) relais\b|\bdns\b|authenti\w*|\bformato?\b|\bsynta\w+|\bcomm?and[oei]?s?\b/,
  // What was removed is the message.
  /\b(message|nachricht(en)?|e-?mails?|mensaje|messaggio|mensagem|bericht|wiadomosc) (\S+ ){0,2}?(supprime|efface|geloscht|geloescht|entfernt|eliminad|borrad|eliminat|cancellat|rimoss|excluid|apagad|removid|verwijderd|usuniet|skasowan)|\b(supprime|efface|eliminado|borrado|eliminato|cancellato|rimosso|excluiu|apagou|removeu|usunal) (le|ce|votre|el|su|il|questo|a|esta|o|sua) (message|courriel|e-?mail|mensaje|messaggio|mensagem|wiadomosc)/,
];
