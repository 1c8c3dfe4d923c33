import { handler as checkEmail } from '../api/check-email.ts';
import { withEngine } from '../with-engine.ts';

export const handler = checkEmail.withContainer(withEngine);
