import { toast } from 'react-hot-toast/headless';
import { ApiError } from '../../../shared/client/api-error.ts';
import { translateMessage, sharedText } from '../i18n/i18n.ts';

/** Whether an error is a response from the API, as opposed to a network or proxy failure. */
const isResponse = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError &&
  failure.status > 0 &&
  (failure.code !== 'unreadable' || failure.messages.length > 0);

/** Returns the messages to show for an error; empty if the response has none. */
export function errorMessagesOf(failure: unknown): readonly string[] {
  if (isResponse(failure)) return failure.messages.map(translateMessage);
  const isOffline = failure instanceof ApiError && failure.code === 'offline';
  return [sharedText(isOffline ? 'error.offline' : 'error.internal')];
}

/** Shows the messages of a failed action as toasts, unless the user aborted it. */
export function toastFailure(failure: unknown): void {
  if (failure instanceof DOMException && failure.name === 'AbortError') return;
  for (const message of errorMessagesOf(failure)) toast.error(message);
}

/** Returns the errors to keep showing: one per invalid field, or one for the form (`root`). */
export function formErrorsOf(
  failure: unknown,
  hasField: (name: string) => boolean,
): Readonly<Record<string, string>> {
  const fieldErrors = failure instanceof ApiError ? Object.entries(failure.fields) : [];
  const errors = fieldErrors.flatMap(([name, [message]]) =>
    message !== undefined && hasField(name) ? [[name, message] as const] : [],
  );
  const [root] = errorMessagesOf(failure);
  return errors.length > 0 || root === undefined ? Object.fromEntries(errors) : { root };
}
