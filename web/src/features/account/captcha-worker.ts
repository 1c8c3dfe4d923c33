import { handler } from 'altcha-lib/workers/shared';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** The library's solver, in a worker of its own, by Web Crypto. */
handler({ deriveKey });
