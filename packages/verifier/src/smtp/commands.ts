/** @throws RangeError for control characters, because CRLF would inject another command */
export function ensureSafeWord(word: string): string {
  for (let i = 0; i < word.length; i += 1) {
    const code = word.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) throw new RangeError('control character in an SMTP command');
  }
  return word;
}

export function ehlo(name: string): string {
  return `EHLO ${ensureSafeWord(name)}\r\n`;
}

export function helo(name: string): string {
  return `HELO ${ensureSafeWord(name)}\r\n`;
}

/** @param utf8 whether to declare non-ASCII recipients with SMTPUTF8 (RFC 6531 §3.4) */
export function mail(from: string, utf8: boolean): string {
  return `MAIL FROM:<${ensureSafeWord(from)}>${utf8 ? ' SMTPUTF8' : ''}\r\n`;
}

export function rcpt(recipients: readonly string[]): string {
  for (const recipient of recipients) ensureSafeWord(recipient);
  return `RCPT TO:<${recipients.join('>\r\nRCPT TO:<')}>\r\n`;
}

export const RSET = 'RSET\r\n';
export const STARTTLS = 'STARTTLS\r\n';
