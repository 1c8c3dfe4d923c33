import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { billingExamples } from '../../../../tests/support/examples/billing.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { ExportPaymentsButton } from './export-payments-button.tsx';

it('exports the payments of all pages once, with net amount and VAT', async () => {
  const page = billingExamples.billings.response.data;
  const [row] = page.data;
  if (!row) throw new Error('The example has no payment');
  const fetchMock = vi.fn<(request: URL | Request | string) => Promise<Response>>(
    async (request) => {
      const { searchParams } = new URL(
        request instanceof Request ? request.url : request,
        'http://x',
      );
      const payments = ['1', '2'].map((id) =>
        Object.assign({}, row, { id, number: `TAMIS-${id}` }),
      );
      // A payment was made after the first page was loaded, so the second page repeats one.
      const data = searchParams.get('page') === '1' ? payments.slice(0, 1) : payments;
      return Response.json({ data: { ...page, last_page: 2, data } });
    },
  );
  vi.stubGlobal('fetch', fetchMock);
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return 'blob:x';
  };
  renderInApp(<ExportPaymentsButton />);
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await vi.waitFor(() => expect(blobs).toHaveLength(1));
  const lines = ((await blobs[0]?.text()) ?? '').trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('"Date";"Invoice";"Credits";"Net, €";"VAT, €";"Total, €"');
  const net = ((row.net_cents ?? 0) / 100).toFixed(2);
  expect(lines[1]).toContain(`;"TAMIS-1";"${row.no_of_credit}";"${net}";`);
  expect(lines[2]).toContain('"TAMIS-2"');
});
