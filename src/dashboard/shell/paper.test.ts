import { afterEach, expect, it, vi } from 'vitest';
import { paperZoom, watchPrinting } from './paper.ts';

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.removeAttribute('style');
  vi.restoreAllMocks();
});

const zoom = () => document.documentElement.style.getPropertyValue('--paper-zoom');

it('a chart wider than paper shrinks onto it before it is printed, as long as that is watched', () => {
  const figure = document.body.appendChild(document.createElement('figure'));
  const chart = figure.appendChild(document.createElement('div'));
  const width = vi.spyOn(chart, 'clientWidth', 'get').mockReturnValue(1320);
  const stop = watchPrinting();
  window.dispatchEvent(new Event('beforeprint'));
  expect(zoom()).toBe('0.5');
  stop();
  width.mockReturnValue(660);
  window.dispatchEvent(new Event('beforeprint'));
  expect(zoom()).toBe('0.5');
});

it('no chart grows', () => {
  expect([0, 1, 320, 660].map(paperZoom)).toEqual([1, 1, 1, 1]);
  expect(paperZoom(6600)).toBe(0.1);
});
