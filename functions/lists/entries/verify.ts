import { withEngine } from '../../checks/with-engine.ts';
import { handler as verify } from '../workers/verify.ts';

export const handler = verify.withContainer(withEngine);
