/** Replies have one character per octet, so that the octets of a client are echoed unchanged. */

const toOctets = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

export const decodeOctets = (octets: string): string =>
  /^[\0-\x7f]*$/u.test(octets) ? octets : Buffer.from(octets, 'latin1').toString('utf8');

/** Whether a server disconnects after a reply (RFC 5321 §3.8). */
export const closesConnection = (reply: string): boolean => reply.startsWith('421');

const wireTemplates = new Map<string, string>();

/** Renders a reply template for the wire. The values are already octets. */
export function renderReply(template: string, values: Readonly<Record<string, string>>): string {
  let wire = wireTemplates.get(template);
  if (wire === undefined) {
    wire = `${toOctets(template).replaceAll('\n', '\r\n')}\r\n`;
    wireTemplates.set(template, wire);
  }
  return wire.includes('{') ? wire.replaceAll(/\{(\w+)\}/gu, (_, key) => values[key] ?? '') : wire;
}
