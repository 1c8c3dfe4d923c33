/** The argument of MAIL or RCPT: `<address>`, then parameters (RFC 5321 §4.1.2). */
export interface Path {
  /** Octets between the brackets; empty for the null sender. */
  address: string;
  /** Upper-case keywords. */
  parameters: readonly string[];
}

const BRACKETED = /^(?:FROM|TO):\s*<((?:"(?:[^"\\]|\\.)*"|[^">\s])*)>((?:\s+\S+)*)\s*$/iu;
const SOURCE_ROUTE = /^@[^:]*:/u;

/** `argument` is what follows the verb, such as `FROM:<a@b.c> SIZE=1`. */
export function readPath(argument: string): Path | undefined {
  const [, address, rest] = BRACKETED.exec(argument) ?? [];
  if (address === undefined) return undefined;
  const parameters = (rest ?? '').trim().toUpperCase().split(/\s+/u).filter(Boolean);
  return { address: address.replace(SOURCE_ROUTE, ''), parameters };
}
