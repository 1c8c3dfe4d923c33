import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ListDetail } from '../../../../../shared/contract/list-detail.ts';
import { stubReducedMotion } from '../../../testing/reduced-motion.ts';
import {
  finishedListDetail,
  renderListPage,
  runningListDetail,
  stubBrowserApis,
} from '../../../testing/open-list.tsx';

stubBrowserApis();

const FRAME_MS = 20;

/** Returns the figures that the page shows one after another once the list finishes. */
async function figuresWhileFinishing(): Promise<string[]> {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let list: ListDetail = runningListDetail;
  renderListPage(() => list);
  const headline = await screen.findByText(/^of .* are safe$/, { selector: 'p' });
  const figures: string[] = [];
  list = finishedListDetail;
  for (let ms = 0; ms < 10_000; ms += FRAME_MS) {
    await act(() => vi.advanceTimersByTimeAsync(FRAME_MS));
    const figure = headline.querySelector('strong')?.textContent ?? '';
    if (figure !== figures.at(-1)) figures.push(figure);
  }
  return figures;
}

test('counts up to the result of a list that finishes while its page is open', async () => {
  stubReducedMotion(false);
  const figures = await figuresWhileFinishing();
  expect(figures.length).toBeGreaterThan(10);
  expect(figures.at(-1)).toBe('3,900');
  expect(screen.getByText('Results can now be downloaded.').role).toBe('status');
});

test('shows the result without motion if the user prefers reduced motion', async () => {
  const figures = await figuresWhileFinishing();
  expect(figures).toHaveLength(2);
  expect(figures.at(-1)).toBe('3,900');
});
