import { fr as account } from '../account/fr.ts';
import { fr as common } from '../common/fr.ts';
import { fr as layout } from '../layout/fr.ts';
import { fr as legal } from '../legal/fr.ts';

/** With it, in one chunk: the texts that server and browser share. */
export { fr as shared } from '../../../../shared/texts/fr.ts';

/** The French texts that a visitor sees, and the layout of all pages, by feature. */
export const fr = { account, common, layout, legal };
