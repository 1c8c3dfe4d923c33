import { useMutation } from '@tanstack/react-query';
import { billingRoutes, type PlanRow } from '../../../shared/contract/billing.ts';
import { type PlanBasket, toCheckoutItems } from '../../../shared/model/plans/cheapest-plans.ts';
import { useApi } from './api.ts';

/**
 * Opens the payment page. With `listId`, the customer returns to that list, which is waiting for
 * the credits.
 */
export function useCheckout(listId?: string) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ plans }: PlanBasket<PlanRow>) =>
      api(billingRoutes.createCheckout, {
        body: { items: toCheckoutItems(plans), list_id: listId },
      }),
    onSuccess: ({ data }) => location.assign(data),
  });
}
