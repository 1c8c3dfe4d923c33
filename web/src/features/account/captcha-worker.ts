import { handler } from 'altcha-lib/workers/shared';
import { deriveKey } from './derive-key.ts';

/** The library's solver, beside the page. */
handler({ deriveKey });
