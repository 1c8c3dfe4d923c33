import type { Page } from 'playwright-core';

interface Dropped {
  readonly name: string;
  readonly type?: string;
  /** Number of zero bytes to append to the text. */
  readonly size?: number;
  readonly text?: string;
}

/** Drops files on the drop zone, as a user does with the mouse. */
export async function dropFiles(page: Page, ...files: readonly Dropped[]): Promise<void> {
  const data = await page.evaluateHandle((wanted) => {
    const transfer = new DataTransfer();
    for (const { name, type = 'text/csv', size = 0, text = '' } of wanted)
      transfer.items.add(new File([text, new Uint8Array(Math.max(0, size))], name, { type }));
    return transfer;
  }, files);
  const zone = page.getByText(/^Drop (a CSV, TXT or Excel file here|the file)$/);
  for (const event of ['dragenter', 'dragover', 'drop'])
    await zone.dispatchEvent(event, { dataTransfer: data });
}
