import { handler } from 'altcha-lib/workers/shared';
import { deriveKey } from './derive-key.ts';

/** The library's solver, in a worker of its own. */
handler({ deriveKey });
