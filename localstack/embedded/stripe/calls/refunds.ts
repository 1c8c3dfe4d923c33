import { call } from '../http/call.ts';
import { form, integer, mergedMetadata, metadata, text } from '../http/parameters.ts';
import { invalid } from '../http/stripe-error.ts';
import { findNamed } from '../model/objects.ts';
import { refundCharge } from '../operations/reversals.ts';

export const refundCalls = [
  call(
    'POST',
    '/v1/refunds',
    form({}, { charge: text, payment_intent: text, amount: integer, metadata }),
    (account, { charge, payment_intent, amount, metadata: given }) => {
      const { state } = account;
      const id =
        charge ??
        (payment_intent &&
          findNamed(state, 'paymentIntents', payment_intent, 'payment_intent').latest_charge);
      if (!id) {
        throw invalid(
          'One of the following params should be provided for this request: payment_intent or charge.',
        );
      }
      return refundCharge(account, findNamed(state, 'charges', id, 'charge'), {
        amount,
        metadata: mergedMetadata({}, given),
      });
    },
  ),
];
