interface ErrorDetails {
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
  readonly charge?: string;
}

/** An error response of the API: https://docs.stripe.com/api/errors */
export class StripeApiError extends Error {
  override readonly name = 'StripeApiError';
  readonly status: number;
  readonly type: string;
  readonly details: ErrorDetails;

  constructor(status: number, type: string, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  get body(): object {
    return { error: { ...this.details, message: this.message, type: this.type } };
  }
}

export const invalidRequestError = (message: string, details: ErrorDetails = {}): StripeApiError =>
  new StripeApiError(400, 'invalid_request_error', message, details);

/**
 * Status 404 if the id is in the path, 400 if it is in a parameter.
 * @param objectName Stripe's name of the object: `customer`, `checkout.session`
 * @param param the parameter that contains the id; absent if it is in the path
 */
export const noSuchObjectError = (objectName: string, id: string, param?: string): StripeApiError =>
  new StripeApiError(
    param === undefined ? 404 : 400,
    'invalid_request_error',
    `No such ${objectName}: '${id}'`,
    { code: 'resource_missing', param: param ?? 'id' },
  );

export const cardDeclinedError = (charge: string): StripeApiError =>
  new StripeApiError(402, 'card_error', 'Your card was declined.', {
    code: 'card_declined',
    decline_code: 'generic_decline',
    charge,
  });
