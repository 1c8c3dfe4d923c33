import type { CardBehaviour } from '../model/state.ts';

const CARDS: readonly CardBehaviour[] = ['ok', 'declined', 'declined_later'];

/** The card that a form names. */
export const readCard = (value: string | null): CardBehaviour | undefined =>
  CARDS.find((card) => card === value);
