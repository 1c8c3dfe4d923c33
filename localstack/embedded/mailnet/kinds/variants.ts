import type { Refusal, Server, Variant } from './kind.ts';
import { postfix } from './software.ts';

/** A domain with one mail server of its own. */
export const own = (server: Server): Variant => ({ zone: 'own-mx', server });

/** One whose server refuses everybody. */
export const refusing = (refusal: Refusal): Variant => own({ ...postfix, refusal });
