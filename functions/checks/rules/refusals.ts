/** Numbers of answers that a domain's mail servers gave to a customer's checks in a day. */
export interface DomainReplyTotals {
  readonly answered: number;
  /** Number of answers that the mailbox does not exist. */
  readonly refused: number;
}

/**
 * Minimum refusals for suspicion; fewer are normal. Gateways judge senders by the number and the
 * share of recipients that do not exist, so guessing addresses also harms the reputation of our IP
 * addresses.
 */
const MIN_REFUSED = 30;
const MIN_REFUSED_SHARE = 0.6;

export const isHarvesting = ({ answered, refused }: DomainReplyTotals): boolean =>
  refused >= MIN_REFUSED && refused > MIN_REFUSED_SHARE * answered;

/** Whether the answers just added are the first ones that make `isHarvesting` true. */
export const crossesHarvestingThreshold = (
  sums: DomainReplyTotals,
  added: DomainReplyTotals,
): boolean =>
  isHarvesting(sums) &&
  !isHarvesting({
    answered: sums.answered - added.answered,
    refused: sums.refused - added.refused,
  });
