import { afterEach, expect, test, vi } from 'vitest';
import {
  type InspectionFinding,
  type InspectionRequest,
  inspectFile,
} from '../file/inspect-file.ts';
import { readListFile } from './read-file.ts';

/** A worker that reads files on this thread, because tests have no workers. */
class FakeWorker extends EventTarget {
  postMessage(request: InspectionRequest): void {
    void inspectFile(request, (data: InspectionFinding) =>
      this.dispatchEvent(new MessageEvent('message', { data })),
    );
  }
  terminate(): void {}
}

afterEach(() => vi.unstubAllGlobals());

function read(content: string | Uint8Array<ArrayBuffer>) {
  vi.stubGlobal('Worker', FakeWorker);
  const signal = new AbortController().signal;
  return readListFile(new File([content], 'a.csv'), { signal, onProgress: () => undefined });
}

const damaged = 'Doe, Jane,jane@b.fr,ok\n';
const rows = Array.from({ length: 60 }, (_, at) => `Ada,a${at}@b.fr,ok\n`).join('');

test('summarizes a file with its column and encoding', async () => {
  const latin = Uint8Array.from(Buffer.from('prénom;email\nRené;a@b.fr\nZoé;c@d.fr\n', 'latin1'));
  expect(await read(latin)).toEqual({
    name: 'unconfirmed',
    summary: { rows: 2, credits: 2, column: 2, encoding: 'windows-1252' },
  });
});

test.each([
  ['several columns of addresses', 'email;second\na@b.fr;c@d.fr\ne@f.fr;g@h.fr\n'],
  ['text around every address', Array.from('abcdefghij', (name) => `-${name}@b.fr\n`).join('')],
  ['a few damaged rows', rows + damaged],
  ['too many damaged rows', rows + damaged.repeat(30)],
  ['a workbook', 'PK\u0003\u0004'],
])('requires the dialog for %s', async (_, content) => {
  expect(await read(content)).toEqual({ name: 'unconfirmed', summary: undefined });
});

test('rejects a file without addresses, which needs no dialog', async () => {
  expect(await read('name;town\nZoe;Paris\n')).toEqual({ name: 'refused', refusal: 'no_address' });
});
