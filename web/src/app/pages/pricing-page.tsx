import { useSearchParams } from 'react-router-dom';
import { Pricing } from '../../features/billing/pricing.tsx';
import { ListsAwaitingCredits } from '../../features/lists/preview/lists-awaiting-credits.tsx';

export function PricingPage() {
  const [query] = useSearchParams();
  // Remount if a link on this page changes the number of credits.
  return <Pricing key={query.get('credits')} lists={<ListsAwaitingCredits />} />;
}
