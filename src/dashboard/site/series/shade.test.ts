import { describe, expect, it } from 'vitest';
import { shadeOf, shadeScaleOf } from './shade.ts';

describe('a scale with one side', () => {
  const scale = shadeScaleOf('visibility', [20, 60]);

  it('gets stronger from the lowest figure to the highest', () => {
    expect([20, 30, 60].map((mean) => shadeOf(mean, scale))).toEqual([
      { side: null, strength: 0 },
      { side: null, strength: 0.25 },
      { side: null, strength: 1 },
    ]);
  });

  it('is of medium strength if all figures are equal', () => {
    expect(shadeOf(40, shadeScaleOf('gap', [40, 40]))).toEqual({ side: null, strength: 0.5 });
  });

  it('ends at its strongest colour for figures outside the range', () => {
    expect([10, 70].map((mean) => shadeOf(mean, scale).strength)).toEqual([0, 1]);
  });
});

describe('a scale with two sides', () => {
  it('gets stronger with the distance from a sentiment of 50, equally on both sides', () => {
    const scale = shadeScaleOf('sentiment', [40, 70]);
    expect([40, 50, 60, 70].map((mean) => shadeOf(mean, scale))).toEqual([
      { side: 'below', strength: 0.5 },
      { side: 'above', strength: 0 },
      { side: 'above', strength: 0.5 },
      { side: 'above', strength: 1 },
    ]);
  });

  it.each(['sentiment', 'gap', 'newMetric'])(
    'has its middle at 0 if figures of the metric %s are below zero',
    (metric) => {
      const scale = shadeScaleOf(metric, [-20, 10]);
      expect([-20, 10].map((mean) => shadeOf(mean, scale))).toEqual([
        { side: 'below', strength: 1 },
        { side: 'above', strength: 0.5 },
      ]);
    },
  );

  it('has no colour if every figure is neutral', () => {
    expect(shadeOf(50, shadeScaleOf('sentiment', [50, 50])).strength).toBe(0);
  });

  it('is not assumed for sentiments of up to 1, whose middle is unknown', () => {
    expect(shadeScaleOf('sentiment', [0.2, 0.9]).neutral).toBeNull();
  });
});
