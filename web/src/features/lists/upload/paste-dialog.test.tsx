import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { initEnglishTexts } from '../../../testing/i18n.ts';
import { PasteDialog } from './upload-list.tsx';

beforeAll(async () => {
  await initEnglishTexts();
  Object.assign(HTMLDialogElement.prototype, {
    showModal: () => undefined,
    close: () => undefined,
  });
});
afterEach(() => {
  cleanup();
  vi.doUnmock('./pasted-file.ts');
});

it('reports that the addresses cannot be read because a file of the app is missing', async () => {
  vi.doMock('./pasted-file.ts', () => {
    throw new TypeError('A new release has removed the file');
  });
  const error = vi.spyOn(toast, 'error');
  render(<PasteDialog onClose={() => undefined} onFile={() => undefined} />);
  fireEvent.change(screen.getByRole('textbox', { hidden: true }), {
    target: { value: 'ada@gmail.com' },
  });
  fireEvent.submit(screen.getByRole('textbox', { hidden: true }));
  await vi.waitFor(() => expect(error).toHaveBeenCalledOnce());
});
