import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, expect, it, vi } from 'vitest';
import { currentLanguage, startI18n } from '../../i18n/i18n.ts';
import { LanguageSwitch } from './preferences.tsx';

afterEach(() => {
  cleanup();
  vi.doUnmock('../../i18n/visitor/fr.ts');
});

it('reports that a language cannot be loaded', async () => {
  vi.doMock('../../i18n/visitor/fr.ts', () => {
    throw new TypeError('The connection was lost');
  });
  document.documentElement.lang = 'en';
  await startI18n();
  const error = vi.spyOn(toast, 'error');
  render(<LanguageSwitch />);
  fireEvent.click(screen.getByRole('button', { name: 'FR – Français' }));
  await vi.waitFor(() => expect(error).toHaveBeenCalledOnce());
  expect(currentLanguage()).toBe('en');
});
