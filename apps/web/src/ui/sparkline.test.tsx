import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Sparkline } from './sparkline.tsx';

afterEach(cleanup);

/** Heights of the first and the last point, from the top. */
function ends(change: string) {
  const { container } = render(<Sparkline closes={['105', '90', '104']} last="100" change={change} />);
  const points = container.querySelector('polyline')?.getAttribute('points')?.split(' ') ?? [];
  return [points[0], points.at(-1)].map((point) => Number(point?.split(',')[1])) as [number, number];
}

test('the line ends above its beginning when the price has risen and below it when it has fallen', () => {
  const [start, end] = ends('4');
  expect(end).toBeLessThan(start);
  cleanup();
  const [fallenStart, fallenEnd] = ends('-4');
  expect(fallenEnd).toBeGreaterThan(fallenStart);
});
