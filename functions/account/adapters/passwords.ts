import { scrypt as scryptCallback, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { IdGenerator } from '../../platform/clock.ts';

/** Cost of scrypt (RFC 7914): N = 2^ln, block size r, parallelism p. */
export interface ScryptCost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** Parameters recommended by OWASP. A hash takes 128 MiB and about a quarter of a second. */
export const PRODUCTION_SCRYPT_COST: ScryptCost = { ln: 17, r: 8, p: 1 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MEMORY_MARGIN_BYTES = 32 * 1024 * 1024;
const HASH_FORMAT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

interface Stored {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

function parseHash(text: string): Stored {
  const [, ln, r, p, salt, hash] = HASH_FORMAT.exec(text) ?? [];
  if (salt === undefined || hash === undefined)
    throw new Error('a stored password hash is unreadable');
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
}

const scrypt: (
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer> = promisify(scryptCallback);

const derive = (password: string, salt: Buffer, { ln, r, p }: ScryptCost): Promise<Buffer> =>
  // Node's default limit is 32 MiB, but scrypt needs 128 · N · r bytes.
  scrypt(password, salt, HASH_BYTES, {
    N: 2 ** ln,
    r,
    p,
    maxmem: 128 * 2 ** ln * r + MEMORY_MARGIN_BYTES,
  });

/** Stores passwords as `$scrypt$ln=17,r=8,p=1$salt$hash`, without normalizing them. */
export interface Passwords {
  /** @param salt 16 bytes; random by default */
  hash(password: string, salt?: Uint8Array): Promise<string>;
  /**
   * Whether a password matches. If `hash` is undefined because there is no account, or a person only
   * uses single sign-on, computes a hash anyway and returns false, so that the duration is the same.
   */
  matches(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than today's. */
  isWeak(hash: string): boolean;
}

export function createPasswords(
  ids: IdGenerator,
  cost: ScryptCost = PRODUCTION_SCRYPT_COST,
): Passwords {
  /**
   * Hash to compare with if there is no account, so that timing reveals nothing. No password
   * matches it.
   */
  const dummyHash: Stored = {
    cost,
    salt: Buffer.alloc(SALT_BYTES),
    hash: Buffer.alloc(HASH_BYTES),
  };

  return {
    async hash(password, fixedSalt) {
      const salt = Buffer.from(fixedSalt ?? Buffer.from(ids.token(SALT_BYTES), 'base64url'));
      const hash = await derive(password, salt, cost);
      const { ln, r, p } = cost;
      return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
    },

    async matches(password, hash) {
      const stored = hash === undefined ? dummyHash : parseHash(hash);
      return timingSafeEqual(await derive(password, stored.salt, stored.cost), stored.hash);
    },

    isWeak(hash) {
      const { ln, r, p } = parseHash(hash).cost;
      return ln < cost.ln || r < cost.r || p < cost.p;
    },
  };
}
