import type { IdGenerator } from '../platform/clock.ts';
import { timingSafeEqualText } from '../platform/timing-safe-equal-text.ts';

const RECOVERY_CODES = 10;
/** Letters and digits that do not look alike. There are 32, so each is equally likely. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Returns a code of 50 random bits. */
function newCode(ids: Pick<IdGenerator, 'token'>): string {
  const bytes = Buffer.from(ids.token(10), 'base64url');
  const code = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}

export const generateRecoveryCodes = (ids: Pick<IdGenerator, 'token'>): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => newCode(ids));

const normalize = (code: string): string => code.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** Returns the codes without the one that was typed; undefined if no code matches. */
export function removeUsedCode(codes: readonly string[], typed: string): string[] | undefined {
  const rest = codes.filter((code) => !timingSafeEqualText(normalize(code), normalize(typed)));
  return rest.length < codes.length ? rest : undefined;
}
