import { toast } from 'react-hot-toast/headless';
import { ApiError } from '../../../shared/contract/api-error.ts';
import { sharedText } from '../i18n/i18n.ts';

/** Whether the server itself answered, and not the network or something on the way. */
const isAnswer = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && failure.code !== 'unreachable' && failure.code !== 'unreadable';

/** What went wrong, as sentences; none when the failure is a step of a flow and no error. */
export const messagesOf = (failure: unknown): readonly string[] =>
  isAnswer(failure) ? failure.messages : [sharedText('error.internal')];

/** Shows a failed action as toasts. One that the user aborted has not failed. */
export function toastFailure(failure: unknown): void {
  if (failure instanceof DOMException && failure.name === 'AbortError') return;
  for (const message of messagesOf(failure)) toast.error(message);
}

/**
 * A failed form's messages, to stay when the toasts are gone: those of the fields it has, else one
 * for the form as a whole (`root`).
 */
export function formErrorsOf(
  failure: unknown,
  hasField: (name: string) => boolean,
): Readonly<Record<string, string>> {
  const named = failure instanceof ApiError ? Object.entries(failure.fields) : [];
  const errors = named.flatMap(([name, [message]]) =>
    message !== undefined && hasField(name) ? [[name, message] as const] : [],
  );
  const [root] = messagesOf(failure);
  return errors.length > 0 || root === undefined ? Object.fromEntries(errors) : { root };
}
