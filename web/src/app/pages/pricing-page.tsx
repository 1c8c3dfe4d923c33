import { useSearchParams } from 'react-router-dom';
import { Pricing } from '../../features/billing/pricing.tsx';
import { useMay } from '../../lib/me.ts';
import { ListsAwaitingCredits } from '../../features/lists/preview/lists-awaiting-credits.tsx';

export function PricingPage() {
  const [query] = useSearchParams();
  const may = useMay();
  // Remount if a link on this page changes the number of credits.
  return <Pricing key={query.get('credits')} lists={may('viewer') && <ListsAwaitingCredits />} />;
}
