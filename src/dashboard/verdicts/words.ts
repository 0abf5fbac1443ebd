import type { Verdict } from './verdicts.ts';

/**
 * A verdict as a sentence: "Up 4.2 pt: more than the usual scatter".
 * @param sizeText formats the size of a change, without a sign, with its unit
 */
export function verdictSentence(verdict: Verdict, sizeText: (size: number) => string): string {
  switch (verdict.kind) {
    case 'real': {
      const direction = verdict.change > 0 ? 'Up' : 'Down';
      return `${direction} ${sizeText(Math.abs(verdict.change))}: more than the usual scatter`;
    }
    case 'scatter':
      return `Within the usual scatter (±${sizeText(verdict.within)})`;
    case 'unchanged':
      return 'No change';
    case 'tooFew':
      return `Too few scans to tell (${verdict.scans} of ${verdict.needed})`;
  }
}

const shortTexts: Record<Verdict['kind'], string> = {
  real: 'real',
  scatter: 'usual scatter',
  unchanged: 'no change',
  tooFew: 'too few scans',
};

/** A verdict in a few words, for a cell whose accessible name is the sentence. */
export const shortVerdict = ({ kind }: Verdict): string => shortTexts[kind];
