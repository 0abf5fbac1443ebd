import type { Wording } from '../report/reading.ts';
import type { ShownVerdict } from './shown-verdict.ts';

/** The direction of a real move; undefined for every other verdict. */
export const directionOf = (verdict: ShownVerdict): 'up' | 'down' | undefined =>
  verdict.kind === 'real' ? (verdict.change > 0 ? 'up' : 'down') : undefined;

/** Whether a move in a direction is good or bad; undefined without a direction. */
export const toneOf = (
  direction: 'up' | 'down' | undefined,
  { isLowerBetter = false }: Pick<Wording, 'isLowerBetter'>,
): 'good' | 'bad' | undefined =>
  direction && ((direction === 'up') === isLowerBetter ? 'bad' : 'good');
