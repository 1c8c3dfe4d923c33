import { Pricing } from '../../features/billing/pricing.tsx';
import { WaitingLists } from '../../features/lists/page/waiting-lists.tsx';

export const PricingPage = () => <Pricing lists={<WaitingLists />} />;
