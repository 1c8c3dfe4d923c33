import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { accountExamples } from '../../../../../tests/support/examples/account.ts';
import { keyExamples } from '../../../../../tests/support/examples/keys.ts';
import { stubBrowserApis } from '../../../testing/open-list.tsx';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { ApiPage } from './api-page.tsx';

stubBrowserApis();

test('a key is created with the limit of assistants, which the list shows', async () => {
  const sent: unknown[] = [];
  const call = async (url: string, { body }: RequestInit = {}) => {
    if (body === undefined || !url.includes('/api/keys'))
      return Response.json(keyExamples.listKeys.response);
    sent.push(JSON.parse(String(body)));
    return Response.json(keyExamples.createKey.response);
  };
  vi.stubGlobal('fetch', vi.fn(call));
  renderInApp(<ApiPage />, { me: { ...accountExamples.me.response.data, api_key: 'tms_live_1' } });
  expect(
    await screen.findByRole('columnheader', { name: 'Credits per day for assistants' }),
  ).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Create a key' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Assistant' } });
  fireEvent.click(dialog.getByLabelText(/\(read\)/));
  fireEvent.change(dialog.getByLabelText('Credits per day for assistants'), {
    target: { value: '50' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Create a key' }));
  await screen.findByText('Your new key');
  expect(sent).toEqual([{ name: 'Assistant', scopes: ['read'], assistant_credits: 50 }]);
});
