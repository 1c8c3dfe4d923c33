import { handler as checkEgress } from '../workers/check-egress.ts';
import { withEngine } from '../with-engine.ts';

export const handler = checkEgress.withContainer(withEngine);
