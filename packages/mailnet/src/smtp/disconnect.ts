import type { Socket } from 'node:net';

const LINGER_TIMEOUT_MS = 2000;

/**
 * Closes a connection gracefully after a final reply. Remaining input is read and discarded: left
 * unread, it would cause a reset, and the client could lose the last replies.
 */
export function disconnect(socket: Socket, finalText = ''): void {
  socket.removeAllListeners('data').resume();
  socket.end(finalText, 'latin1');
  socket.setTimeout(LINGER_TIMEOUT_MS, () => socket.destroy());
}
