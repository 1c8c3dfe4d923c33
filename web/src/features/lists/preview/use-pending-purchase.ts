import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { billingRoutes } from '../../../../../shared/contract/billing.ts';
import { useApi } from '../../../lib/api.ts';

/** The payment event usually arrives within seconds. */
const REFRESH_INTERVAL_MS = 2000;
const LATE_PAYMENT_MS = 5 * 60_000;
/** The balance and list may have been read before the credits arrived or the list started. */
const SETTLE_TIME_MS = 10_000;
/** Time to wait for credits. After a day, missing credits are a case for support. */
const MAX_PURCHASE_AGE_MS = 24 * 3600_000;

function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

/** Marks a purchase whose credits have arrived, so that later visits do not mention it. */
const SETTLED_MARK = 'settled';

/**
 * Returns the state of the purchase for a list, until shortly after its credits have arrived:
 * `received`, or `late` after LATE_PAYMENT_MS. The purchase is stored, so that other tabs and
 * reloads know about it.
 */
export function usePendingPurchase(listId: string): 'received' | 'late' | undefined {
  const [query] = useSearchParams();
  const queries = useQueryClient();
  const api = useApi();
  const [now, setNow] = useState(Date.now);
  const key = `purchase:${listId}`;
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const returned = query.get('purchase') === 'ok' ? Number(query.get('since')) * 1000 : 0;
  const [storedSince = 0, storedSeenAt = 0] = stored?.split(' ').map(Number) ?? [];
  const isStored = storedSince >= returned;
  const since = isStored ? storedSince : returned;
  const wasSettled = isStored && stored?.endsWith(SETTLED_MARK) === true;
  const isRecent = now - since < MAX_PURCHASE_AGE_MS;
  const isLate = isStored && now - storedSeenAt >= LATE_PAYMENT_MS;
  useEffect(() => {
    if (!isStored) localStorage.setItem(key, `${returned} ${Date.now()}`);
  }, [isStored, key, returned]);

  const { data: lastPaidAt } = useQuery({
    queryKey: ['billings', 'last'],
    queryFn: async ({ signal }) => {
      const { data } = await api(billingRoutes.billings, { query: { page: 1 } }, { signal });
      return Date.parse(data.data[0]?.date ?? '') || 0;
    },
    enabled: isRecent && !wasSettled,
  });
  const isCredited = lastPaidAt !== undefined && lastPaidAt >= since;
  const [creditedAt, setCreditedAt] = useState<number>();
  useEffect(() => setCreditedAt(isCredited ? Date.now() : undefined), [isCredited]);
  const isSettled = creditedAt !== undefined && now - creditedAt >= SETTLE_TIME_MS;
  useEffect(() => {
    if (isSettled) localStorage.setItem(key, `${since} ${storedSeenAt} ${SETTLED_MARK}`);
  }, [isSettled, key, since, storedSeenAt]);
  const isWaitingLong = isLate && !isCredited;
  const isDone = creditedAt === undefined ? wasSettled : isSettled && isLate;
  const isRefreshing = isRecent && !isDone;
  useEffect(() => {
    if (!isRefreshing) return undefined;
    const refresh = (): void => {
      setNow(Date.now());
      // Do not cancel a slow call: if each took longer than the interval, none would ever complete.
      for (const name of ['billings', 'me', 'list'])
        void queries.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false });
    };
    const timer = setInterval(
      refresh,
      isWaitingLong ? 10 * REFRESH_INTERVAL_MS : REFRESH_INTERVAL_MS,
    );
    return () => clearInterval(timer);
  }, [isRefreshing, isWaitingLong, queries]);

  if (!isRecent || isSettled || wasSettled) return undefined;
  return isWaitingLong ? 'late' : 'received';
}
