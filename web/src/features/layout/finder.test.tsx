import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'react-hot-toast/headless';
import { useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { listExamples } from '../../../../shared/contract/examples/lists.ts';
import { ROLE } from '../../../../shared/model/account.ts';
import { stubBrowserApis } from '../../testing/open-list.tsx';
import { signedInUser } from '../../testing/signed-in-user.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { Finder } from './finder.tsx';

stubBrowserApis();

const PAGES = [
  { path: '/settings', label: 'Paramètres', icon: 'settings' },
  { path: '/invoices', label: 'Facturation', icon: 'receipt' },
  { path: '/pricing-plan', label: 'Prix', icon: 'tag' },
] as const;
const { data } = listExamples.listFiles.response;
const [row] = data.data;

function LocationProbe() {
  const { pathname, state } = useLocation();
  return <pre>{JSON.stringify({ pathname, state: state as unknown })}</pre>;
}

function open(me: object = signedInUser) {
  const searches: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const text = new URL(url, 'http://localhost').searchParams.get('q') ?? '';
    searches.push(text);
    const found = text === 'c' ? [{ ...row, id: 'l1', file_name: 'Customers' }] : [];
    return Response.json({ data: { ...data, data: found } });
  });
  const onClose = vi.fn<() => void>();
  renderInApp(
    <>
      <Finder pages={PAGES} onClose={onClose} />
      <LocationProbe />
    </>,
    { me: me as never },
  );
  const currentLocation = () => JSON.parse(screen.getByText(/pathname/).textContent) as unknown;
  return {
    searches,
    onClose,
    currentLocation,
    user: userEvent.setup(),
    field: screen.getByRole('combobox'),
  };
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent.trim());
/** Returns the option that is both selected and the active descendant of the field. */
const activeOption = (): string | undefined => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant');
  const chosen = screen.queryByRole('option', { selected: true });
  expect(chosen?.id ?? null).toBe(id);
  return chosen?.textContent.trim();
};

it('finds pages ignoring accents, and opens them by keyboard', async () => {
  const { user, field, currentLocation, onClose } = open();
  expect(options().slice(-3)).toEqual(['Paramètres', 'Facturation', 'Prix']);
  await user.type(field, 'r');
  expect(options().slice(-3)).toEqual(['Paramètres', 'Facturation', 'Prix']);
  const first = activeOption();
  await user.keyboard('{ArrowUp}');
  expect(activeOption()).toBe('Prix');
  await user.keyboard('{ArrowDown}');
  expect(activeOption()).toBe(first);
  await user.clear(field);
  await user.type(field, 'parametre');
  expect(options()).toEqual(['Paramètres']);
  await user.keyboard('{Enter}');
  expect(currentLocation()).toEqual({ pathname: '/settings', state: null });
  expect(onClose).toHaveBeenCalledOnce();
});

const PREFERENCES = ['Français Language', 'Light Theme', 'Dark Theme'];

it('runs the actions of a customer', async () => {
  const { user, field, currentLocation, onClose } = open({
    ...signedInUser,
    test_api_key: 'tms_test_1',
  });
  expect(options().slice(0, -3)).toEqual([
    'Verify an address',
    'New list',
    'Buy Credits',
    'Copy API key',
    ...PREFERENCES,
  ]);
  await user.click(field);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(currentLocation()).toEqual({ pathname: '/dashboard', state: { newList: true } });
  await user.type(field, 'copy{Enter}');
  expect(await navigator.clipboard.readText()).toBe('tms_test_1');
  await user.clear(field);
  await user.type(field, 'theme');
  expect(options()).toEqual(['Light Theme', 'Dark Theme']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(onClose).toHaveBeenCalledTimes(3);
});

it('reports that an action failed', async () => {
  const { user, field } = open({ ...signedInUser, test_api_key: 'tms_test_1' });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new TypeError('Denied'));
  const error = vi.spyOn(toast, 'error');
  await user.type(field, 'copy{Enter}');
  await vi.waitFor(() => expect(error).toHaveBeenCalledOnce());
});

it('opens the page that can show the API key while only a masked key is known', async () => {
  await navigator.clipboard.writeText('before');
  const { user, field, currentLocation } = open({
    ...signedInUser,
    api_key: '••••a1b2',
    api_key_hidden: true,
  });
  await user.type(field, 'copy{Enter}');
  expect(currentLocation()).toEqual({ pathname: '/api-documentation', state: null });
  expect(await navigator.clipboard.readText()).toBe('before');
});

it('has only pages and preferences for an administrator, who has no lists or checks', async () => {
  const { user, field, searches } = open({ ...signedInUser, role: ROLE.admin, test_api_key: null });
  expect(options().slice(-3)).toEqual(['Paramètres', 'Facturation', 'Prix']);
  expect(options()).not.toContain('New list');
  await user.type(field, 'jo@mail.example');
  expect(options()).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(searches).toEqual([]);
});

it('finds lists by name after a pause in typing', async () => {
  const { user, field, currentLocation, searches } = open();
  await user.type(field, 'cc{Backspace}');
  await user.click(await screen.findByText('Customers'));
  expect(searches).toEqual(['c']);
  expect(currentLocation()).toEqual({ pathname: '/lists/l1', state: null });
});

it('opens the check of a pasted address', async () => {
  const { user, field, currentLocation } = open();
  await user.click(field);
  await user.paste(' jo@mail.example ');
  expect(options()).toEqual(['jo@mail.example Verify this address']);
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Actions',
  ]);
  await user.keyboard('{Enter}');
  expect(currentLocation()).toEqual({
    pathname: '/dashboard',
    state: { check: 'jo@mail.example' },
  });
});

it('reports that nothing was found only once the lists were searched', async () => {
  const { user, field, searches } = open();
  await user.type(field, 'zzz');
  expect(screen.getByRole('status').textContent).toBe('');
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Nothing found.'));
  expect(searches).toEqual(['zzz']);
  expect(activeOption()).toBe(undefined);
  expect(field.getAttribute('aria-expanded')).toBe('false');
});

it('reports that the lists could not be searched', async () => {
  const { user, field } = open();
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }));
  await user.type(field, 'zzz');
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^The history/));
});

it('finds no list for a text longer than the search accepts', async () => {
  const { user, field, searches } = open();
  await user.click(field);
  await user.paste('c'.repeat(121));
  expect(screen.getByRole('status').textContent).toBe('Nothing found.');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(searches).toEqual([]);
});
