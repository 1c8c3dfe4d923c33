import { File as NodeFile } from 'node:buffer';
import { act, cleanup, fireEvent, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initEnglishTexts } from '../../../../testing/i18n.ts';
import { renderInApp } from '../../../../testing/render-in-app.tsx';
import { type InspectionFinding, type InspectionRequest, inspectFile } from './inspect-file.ts';
import { NameDialog } from './name-dialog.tsx';
import { useInspection } from './use-inspection.ts';

/** A worker that inspects files on this thread, because jsdom has no workers. */
class FakeWorker extends EventTarget {
  #ended = false;
  postMessage(request: InspectionRequest): void {
    inspected.push(request);
    void inspectFile(request, (data: InspectionFinding) => {
      if (!this.#ended) act(() => void this.dispatchEvent(new MessageEvent('message', { data })));
    });
  }
  terminate(): void {
    this.#ended = true;
  }
}
const inspected: InspectionRequest[] = [];
const scroll = vi.fn<Element['scrollIntoView']>();
const onNamed = vi.fn<Parameters<typeof NameDialog>[0]['onNamed']>();

beforeEach(async () => {
  await initEnglishTexts();
  vi.stubGlobal('Worker', FakeWorker);
  Element.prototype.scrollIntoView = scroll;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => undefined;
});
afterEach(() => {
  cleanup();
  inspected.length = 0;
  onNamed.mockClear();
});

function open(content: string | Uint8Array): void {
  // jsdom's files have no streams, so use Node's.
  const file = new NodeFile([content], 'clients.csv') as never;
  renderInApp(
    <NameDialog
      file={file}
      name="clients"
      note={undefined}
      creditsAhead={0}
      onClose={() => undefined}
      onNamed={onNamed}
    />,
  );
}

const findReadMessage = () => screen.findByText(/^File read/);
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Verify this list' }));

/** Creates a CSV with a hundred rows, of which `damaged` have an additional cell. */
const damagedRows = (damaged: number): string =>
  Array.from({ length: 100 }, (_, at) =>
    at % 3 === 1 && at < 3 * damaged
      ? `Doe, Jane,jane${at}@gmail.com,ok\n`
      : `Ada,ada${at}@gmail.com,ok\n`,
  ).join('');

test('offers no encoding for a Unicode file, and sends the detected one', async () => {
  open('name;email\nZoé;zoe@gmail.com\n');
  await findReadMessage();
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.getByText(/Text in UTF-8\./)).toBeDefined();
  send();
  await expect.poll(() => onNamed.mock.calls).toHaveLength(1);
  expect(onNamed.mock.calls[0]?.[0]).toMatchObject({
    column: 2,
    encoding: 'utf-8',
    strict: undefined,
  });
});

test('rereads the file in a chosen encoding, and sends that one', async () => {
  const rows = 'email;name\nada@gmail.com;Ren\xe9\nluc@gmail.com;Fran\xe7ois\n';
  open(Uint8Array.from(rows, (character) => character.charCodeAt(0)));
  await findReadMessage();
  const select = screen.getByLabelText<HTMLSelectElement>(/Choose their encoding$/);
  expect(screen.queryByText(/Text in/)).toBeNull();
  select.focus();
  fireEvent.change(select, { target: { value: 'windows-1251' } });
  await screen.findByText('Renй');
  expect(inspected.at(-1)).toMatchObject({ encoding: 'windows-1251', strict: false });
  // The focus stays on the field, so that arrow keys keep working.
  expect(document.activeElement).toBe(select);
  await findReadMessage();
  send();
  await expect.poll(() => onNamed.mock.calls).toHaveLength(1);
  expect(onNamed.mock.calls[0]?.[0]).toMatchObject({ column: 1, encoding: 'windows-1251' });
});

test('shows addresses in a few damaged rows without blocking the upload', async () => {
  open(damagedRows(2));
  await findReadMessage();
  expect(screen.getByText(/^2 addresses will not be verified/)).toBeDefined();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Row 2: Doe, Jane,jane1@gmail.com,ok',
    'Row 5: Doe, Jane,jane4@gmail.com,ok',
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Verify this list' })).toHaveProperty(
    'disabled',
    false,
  );
});

test('rejects a file with many damaged rows, and shows examples', async () => {
  open(damagedRows(30));
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toContain('30 addresses are in rows that do not fit the columns');
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  const button = screen.getByRole('button', { name: 'Verify this list' });
  expect(button).toHaveProperty('disabled', true);
  expect(button.getAttribute('aria-describedby')).toBe(refusal.id);
});

test('counts cells with several addresses, but not malformed addresses', async () => {
  open('email;city\n"ada@gmail.com, zoe@gmail.com";Lyon\nluc@@gmail.com;Nice\n');
  await findReadMessage();
  expect(screen.getByText(/^1 cell contains several addresses/)).toBeDefined();
});

test('scrolls the column into view, but no further', async () => {
  open('name;email;city\nAda;ada@gmail.com;Lyon\n');
  await findReadMessage();
  expect(scroll).toHaveBeenLastCalledWith({ block: 'nearest', inline: 'nearest' });
});

test('counts the rows above the header', async () => {
  open('Contacts;\nGenerated today;\nemail;city\nada@gmail.com;Lyon\nluc@gmail.com;Lyon\n');
  await findReadMessage();
  expect(screen.getByText(/2 rows above the column names are left out\./)).toBeDefined();
});

test('lets the service find the addresses in a file that the browser cannot read', async () => {
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      override postMessage(): void {
        setTimeout(() => act(() => void this.dispatchEvent(new Event('error'))));
      }
    },
  );
  open('name;email\nZoé;zoe@gmail.com\n');
  await screen.findByText(/^This browser could not read the file/);
  send();
  await expect.poll(() => onNamed.mock.calls).toHaveLength(1);
  expect(onNamed.mock.calls[0]?.[0]).toMatchObject({ column: undefined, encoding: undefined });
});

test('proposes no column of a sheet for another sheet of the same workbook', async () => {
  const sheet = (rows: string) => new NodeFile([rows], 'sheet.csv') as unknown as File | undefined;
  const { result, rerender } = renderHook((file: File | undefined) => useInspection(file, {}), {
    initialProps: sheet('name;email\nZoé;zoe@gmail.com\n'),
  });
  await expect.poll(() => result.current.preview?.proposed).toBe(1);
  // The dialog has no file while it converts the other sheet.
  rerender(undefined);
  rerender(sheet('ada@gmail.com;Ada\n'));
  expect(result.current.preview).toBeUndefined();
  await expect.poll(() => result.current.preview?.proposed).toBe(0);
});

test.each([
  ['a0@b.fr', '.'],
  ['1.a0@b.fr', undefined],
])('asks before sending how to read numbered addresses: as %s', async (address, separator) => {
  open(Array.from({ length: 50 }, (_, at) => `${at + 1}.a${at}@b.fr\n`).join(''));
  const field = await screen.findByLabelText('Text around the addresses');
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    'Every address has other text around it. Choose how to read them.',
  );
  send();
  expect(onNamed).not.toHaveBeenCalled();
  const options = [...field.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(options).toEqual(['Please choose', 'a0@b.fr', '1.a0@b.fr']);
  fireEvent.change(field, { target: { selectedIndex: options.indexOf(address) } });
  await findReadMessage();
  send();
  await vi.waitFor(() =>
    expect(onNamed).toHaveBeenCalledWith(expect.objectContaining({ column: 1, separator })),
  );
});
