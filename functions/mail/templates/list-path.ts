/** The page of the web app about a list or, where a message does not name it, about all of them. */
export const listPath = (listId: string | undefined): `/${string}` =>
  listId === undefined ? '/dashboard' : `/lists/${listId}`;
