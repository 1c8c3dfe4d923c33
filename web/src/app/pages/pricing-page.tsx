import { useSearchParams } from 'react-router-dom';
import { Pricing } from '../../features/billing/pricing.tsx';
import { ListsAwaitingCredits } from '../../features/lists/preview/lists-awaiting-credits.tsx';

export function PricingPage() {
  const [query] = useSearchParams();
  // Remount if a link on this page, such as the link of a new list, asks for another number of
  // credits.
  return <Pricing key={query.get('credits')} lists={<ListsAwaitingCredits />} />;
}
