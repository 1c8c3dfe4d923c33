/**
 * Guards a word that is put into a command: one with a control character in it would be two
 * commands to the server. Addresses are parsed long before; this is the last line.
 *
 * @throws RangeError when the word holds a control character
 */
export function safeWord(word: string): string {
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) throw new RangeError('control character in an SMTP command');
  }
  return word;
}

export function ehlo(name: string): string {
  return `EHLO ${safeWord(name)}\r\n`;
}

export function helo(name: string): string {
  return `HELO ${safeWord(name)}\r\n`;
}

/** @param utf8 announces a recipient that is not ASCII (RFC 6531 §3.4) */
export function mail(from: string, utf8: boolean): string {
  return `MAIL FROM:<${safeWord(from)}>${utf8 ? ' SMTPUTF8' : ''}\r\n`;
}

/** A command for each recipient. */
export function rcpt(recipients: readonly string[]): string {
  for (const recipient of recipients) safeWord(recipient);
  return `RCPT TO:<${recipients.join('>\r\nRCPT TO:<')}>\r\n`;
}

export const RSET = 'RSET\r\n';
export const STARTTLS = 'STARTTLS\r\n';
