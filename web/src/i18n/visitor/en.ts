import { en as account } from '../account/en.ts';
import { en as common } from '../common/en.ts';
import { en as layout } from '../layout/en.ts';
import { en as legal } from '../legal/en.ts';

/** With it, in one chunk: the texts that server and browser share. */
export { en as shared } from '../../../../shared/texts/en.ts';

/** The English texts that a visitor sees, and the layout of all pages, by feature. */
export const en = { account, common, layout, legal };
