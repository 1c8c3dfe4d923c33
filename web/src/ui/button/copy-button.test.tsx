import { fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { expect, it, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

it('reports that the browser refuses to copy, because the text may not be shown again', async () => {
  const writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const [success, error] = [vi.spyOn(toast, 'success'), vi.spyOn(toast, 'error')];
  render(<CopyButton text="secret" successMessage="Copied" aria-label="Copy" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await vi.waitFor(() => expect(error).toHaveBeenCalledOnce());
  expect(success).not.toHaveBeenCalled();
});
