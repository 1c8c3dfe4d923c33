import type { Socket } from 'node:net';

const LINGER_MS = 2000;

/**
 * Ends a connection in good order after a last word. What still comes in is read and thrown away:
 * left unread, it would turn the end into a reset and take the last replies with it.
 */
export function disconnect(socket: Socket, lastWord = ''): void {
  socket.removeAllListeners('data').resume();
  socket.end(lastWord, 'latin1');
  socket.setTimeout(LINGER_MS, () => socket.destroy());
}
