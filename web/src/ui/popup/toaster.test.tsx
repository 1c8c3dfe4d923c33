import { act, render, screen, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Modal } from '../dialog/modal.tsx';
import { Toaster } from './toaster.tsx';

beforeAll(() => {
  // jsdom does not implement modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close: () => undefined,
  });
});
// Toasts of other test files remain for some seconds.
beforeEach(() => {
  toast.remove();
});

const view = (...titles: readonly string[]) => (
  <>
    {titles.map((title) => (
      <Modal key={title} open title={title} onClose={() => undefined}>
        {title}
      </Modal>
    ))}
    <Toaster />
  </>
);

test('shows toasts inside the topmost dialog, and on the page once all are closed', () => {
  const { rerender } = render(view('First', 'Second'));
  act(() => void toast.success('Saved.'));
  const shownIn = (name: string) =>
    within(screen.getByRole('dialog', { name })).queryByRole('status')?.textContent;
  expect([shownIn('First'), shownIn('Second')]).toEqual([undefined, 'Saved.']);
  rerender(view('First'));
  expect(shownIn('First')).toBe('Saved.');
  rerender(view());
  expect(screen.getByRole('status').textContent).toBe('Saved.');
});
