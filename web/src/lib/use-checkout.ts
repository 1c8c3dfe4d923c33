import { useMutation } from '@tanstack/react-query';
import { billingRoutes } from '../../../shared/contract/billing.ts';
import { useApi } from './api.ts';
import { type Basket, itemsOf } from './cheapest-plans.ts';

/** Opens the payment page of a basket, which leads back to the list that waits for its credits. */
export function useCheckout(listId?: string) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ plans }: Basket) =>
      api(billingRoutes.createCheckout, { body: { items: itemsOf(plans), list_id: listId } }),
    onSuccess: ({ data }) => location.assign(data),
  });
}
