import type { KeyKind } from './key-kind.ts';

const KEY = /^pk_(live|test)_([0-9A-HJKMNP-TV-Z]{26})([0-9A-HJKMNP-TV-Z]{26})$/;

export interface FormKey {
  readonly kind: KeyKind;
  readonly userId: string;
  readonly formId: string;
}

/** The publishable key of a form: user and form id, both ULIDs. It is visible in pages. */
export const formKeyOf = ({ kind, userId, formId }: FormKey): string =>
  `pk_${kind}_${userId}${formId}`;

export function readFormKey(text: string): FormKey | undefined {
  const [, kind, userId, formId] = KEY.exec(text) ?? [];
  if (userId === undefined || formId === undefined) return undefined;
  return { kind: kind === 'live' ? 'live' : 'test', userId, formId };
}
