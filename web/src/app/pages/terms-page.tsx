import { TermsPage as AcceptTerms } from '../../features/legal/terms-page.tsx';
import { LockedAccount } from '../../features/members/locked-account.tsx';
import { useMay } from '../../lib/me.ts';

/** Only the owner accepts the conditions for an account. */
export const TermsPage = () => (useMay()('owner') ? <AcceptTerms /> : <LockedAccount />);
