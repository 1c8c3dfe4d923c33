import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ScoreHistogram } from './scores.tsx';

it('colors each bin of scores by its band, and lists the share of each band', () => {
  const scores = [100, 90, 89, 10, 9, 0].map((score) => ({ score, count: 100 }));
  const { container } = render(<ScoreHistogram scores={[...scores, { score: 98, count: 400 }]} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '60% very likely (90–100)',
    '20% uncertain (10–89)',
    '20% very unlikely (0–9)',
  ]);
  const bins = [...container.querySelectorAll<SVGElement>('g[data-tone]')];
  expect(bins.map(({ dataset }) => dataset['tone'])).toEqual([
    'invalid',
    ...Array<string>(8).fill('risky'),
    'valid',
  ]);
  expect(bins.map((bin) => bin.querySelectorAll('rect').length - 1)).toEqual([
    1, 1, 0, 0, 0, 0, 0, 0, 1, 1,
  ]);
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(
    '90–100: Distinct addresses 600',
  );
});
