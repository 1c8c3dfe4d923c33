import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Chart } from './chart.tsx';

const days = ['1 Nov', '2 Nov', '3 Nov'];

function open() {
  const { container } = render(
    <Chart
      title="Usage"
      namesLabel="Day"
      names={days}
      slots={30}
      series={[
        {
          kind: 'bars',
          title: 'Used',
          parts: ['Lists', 'Checks'],
          columns: [
            [1, 2],
            [0, 0],
            [5, 0],
          ],
        },
        { kind: 'line', title: 'Balance', columns: [[90], [1200], [7]] },
      ]}
    />,
  );
  const plot = container.querySelectorAll('svg')[0]?.parentElement;
  if (!plot) throw new Error('the chart has no plot');
  plot.getBoundingClientRect = () => new DOMRect(100, 0, 300, 96);
  const captions = () =>
    [...container.querySelectorAll('p > .muted')].map(({ textContent }) => textContent);
  return { plot, captions, slider: screen.getByRole('slider', { name: 'Usage' }) };
}
const highest = ['Highest: 5', 'Highest: 1,200'];
const third = ['3 Nov: Lists 5, Checks 0', '3 Nov: Balance 7'];

it('shows the figures of the column under the pointer in all captions', () => {
  const { plot, captions } = open();
  expect(captions()).toEqual(highest);
  fireEvent.pointerMove(plot, { clientX: 125 });
  expect(captions()).toEqual(third);
  // Future days have no figures.
  fireEvent.pointerMove(plot, { clientX: 135 });
  expect(captions()).toEqual(highest);
  fireEvent.pointerDown(plot, { clientX: 101 });
  expect(captions()).toEqual(['1 Nov: Lists 1, Checks 2', '1 Nov: Balance 90']);
  fireEvent.pointerLeave(plot);
  expect(captions()).toEqual(highest);
});

it('shows and announces the figures of a column chosen by keyboard, with one tab stop', async () => {
  const user = userEvent.setup();
  const { captions, slider } = open();
  await user.tab();
  expect(document.activeElement).toBe(slider);
  expect(captions()).toEqual(third);
  fireEvent.change(slider, { target: { value: '1' } });
  expect(captions()).toEqual(['2 Nov: Lists 0, Checks 0', '2 Nov: Balance 1,200']);
  expect(slider.getAttribute('aria-valuetext')).toBe('2 Nov: Lists 0, Checks 0');
  await user.tab();
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  expect(captions()).toEqual(highest);
});

it.each<[title: string, columns: number[][], names: string[], text: string]>([
  ['one bar', [[0], [4], [0]], days, '2 Nov: Used 4'],
  ['no bar', [[0], [0], [0]], days, 'Used: 0'],
  ['one column', [[4]], ['2 Nov'], '2 Nov: Used 4'],
])('is a sentence with %s', (_, columns, names, text) => {
  const series = [{ kind: 'bars', title: 'Used', columns }] as const;
  const chart = <Chart title="Usage" namesLabel="Day" names={names} series={series} />;
  const { container } = render(chart);
  expect(screen.getByText(text)).toBeDefined();
  expect([container.querySelector('svg'), screen.queryByRole('slider')]).toEqual([null, null]);
});

it('shows the earlier period as a line, next to each figure and in the table', () => {
  const earlier = { title: 'Before', numbers: [3, 1] };
  const series = [{ kind: 'bars', title: 'Used', columns: [[1], [2]], earlier }] as const;
  const names = days.slice(0, 2);
  const { container } = render(
    <Chart title="Usage" namesLabel="Day" names={names} series={series} />,
  );
  // Zero to the maximum of both periods.
  expect(container.querySelector('polyline')?.getAttribute('points')).toBe(
    '25,0 75,66.66666666666666',
  );
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('2 Nov: Used 2, Before 1');
  const cells = [...container.querySelectorAll('td')].map(({ textContent }) => textContent);
  expect(cells).toEqual(['1', '3', '2', '1']);
});
