import type { KeyKind } from './key-kind.ts';

const FORM_KEY_PATTERN = /^pk_(live|test)_([0-9A-HJKMNP-TV-Z]{26})([0-9A-HJKMNP-TV-Z]{26})$/;

/** The key of the check on the start page, which belongs to no account. */
export const DEMO_KEY = 'pk_demo';

export interface FormKey {
  readonly kind: KeyKind;
  readonly userId: string;
  readonly formId: string;
}

/** The publishable key of a form contains the ids of the user and the form (ULIDs). */
export const formatFormKey = ({ kind, userId, formId }: FormKey): string =>
  `pk_${kind}_${userId}${formId}`;

export function parseFormKey(text: string): FormKey | undefined {
  const [, kind, userId, formId] = FORM_KEY_PATTERN.exec(text) ?? [];
  if (userId === undefined || formId === undefined) return undefined;
  return { kind: kind === 'live' ? 'live' : 'test', userId, formId };
}
