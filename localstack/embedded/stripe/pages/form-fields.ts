import type { PageCard } from '../model/state.ts';

const CARDS: readonly PageCard[] = ['ok', 'declined', 'declined_later'];

/** The card that a form names. */
export const readCard = (value: string | null): PageCard | undefined =>
  CARDS.find((card) => card === value);
