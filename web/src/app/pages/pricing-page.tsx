import { useSearchParams } from 'react-router-dom';
import { Pricing } from '../../features/billing/pricing.tsx';
import { WaitingLists } from '../../features/lists/page/waiting-lists.tsx';

export function PricingPage() {
  const [query] = useSearchParams();
  // The key changes if a list that arrives while the page is open links here with its own credits.
  return <Pricing key={query.get('credits')} lists={<WaitingLists />} />;
}
