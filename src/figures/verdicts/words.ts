import type { ValueChange, Verdict } from './verdicts.ts';

/**
 * A verdict as a sentence: "Up 4.2 pt: more than the usual scatter".
 * @param formatSize formats the size of a change, between `means` if given, with its unit and without a sign
 */
export function formatVerdict(
  verdict: Verdict,
  formatSize: (size: number, means?: ValueChange) => string,
): string {
  switch (verdict.kind) {
    case 'real': {
      const direction = verdict.change > 0 ? 'Up' : 'Down';
      return `${direction} ${formatSize(Math.abs(verdict.change), verdict.means)}: more than the usual scatter`;
    }
    case 'scatter':
      return `Within the usual scatter (±${formatSize(verdict.within)})`;
    case 'unchanged':
      return 'No change';
    case 'tooFew':
      return `Too few scans to tell (${verdict.scans} of ${verdict.needed} needed)`;
  }
}

const shortTexts: Record<Verdict['kind'], string> = {
  real: 'real',
  scatter: 'usual scatter',
  unchanged: 'no change',
  tooFew: 'too few scans',
};

/** A verdict in a few words: "usual scatter". */
export const formatShortVerdict = ({ kind }: Verdict): string => shortTexts[kind];
