import { withEngine } from '../../checks/with-engine.ts';
import { handler as checkForm } from '../api/check-form.ts';

export const handler = checkForm.withContainer(withEngine);
