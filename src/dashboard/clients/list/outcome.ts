import type { ClientFigures } from './figures.ts';

/** How far the figures of one client have loaded. */
export interface Outcome {
  figures: ClientFigures | undefined;
  hasFailed: boolean;
}

export const isSettled = ({ figures, hasFailed }: Outcome): boolean =>
  hasFailed || figures !== undefined;
