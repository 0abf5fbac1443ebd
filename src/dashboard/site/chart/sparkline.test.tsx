import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { strokesOf } from '../../../../tests/setup/strokes.ts';
import { Sparkline } from './sparkline.tsx';

type Props = Partial<Parameters<typeof Sparkline>[0]>;

/** The path data of a sparkline's line and dots, which lie between 3 and 93 across, and 3 (top) and 23 down. */
function pathsOf(values: readonly (number | null)[], props: Props = {}): string[] {
  const markup = renderToStaticMarkup(<Sparkline values={values} stroke="black" {...props} />);
  return [...markup.matchAll(/ d="([^"]*)"/g)].map(([, path = '']) => path);
}

it('draws zero as a value, breaks its line at a gap and draws a lone value as a dot', () => {
  expect(pathsOf([10, 0, null, 10])).toEqual(['M3 3L33 23', 'M93 3h0']);
});

it('continues across values that do not exist', () => {
  const [line = ''] = pathsOf([1, null, 2], { present: Uint8Array.of(1, 0, 1) });
  expect(strokesOf(line).map((points) => points.length)).toEqual([2]);
});

it.each([[[5]], [[null, 5, null]]])('draws a single value in the middle: %j', (values) => {
  expect(pathsOf(values)).toEqual(['M48 13h0']);
});

it('draws equal values halfway up, or all zeros at the bottom if its axis starts at zero', () => {
  expect(pathsOf([7, 7])).toEqual(['M3 13L93 13']);
  expect(pathsOf([0, 0], { hasZero: true })).toEqual(['M3 23L93 23']);
});

it('draws nothing without values', () => {
  expect(pathsOf([null, null])).toEqual([]);
});

it('places values by instant, on axes that several lines share', () => {
  const props: Props = {
    instants: Float64Array.of(10, 20),
    timeRange: [0, 20],
    valueRange: [0, 4],
  };
  expect(pathsOf([1, 2], props)).toEqual(['M48 18L93 13']);
});
