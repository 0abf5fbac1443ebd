import type { RealMove } from '../comparison/find-real-moves.ts';
import { unsignedChange } from '../formats/values.ts';
import { valueText, type Wording } from '../series/wording.ts';
import { everywhere, figureSentence, type Place } from './figure-sentence.ts';

function placeOf({ groupBy, label }: RealMove): Place {
  if (groupBy === 'brand') return everywhere;
  return { kind: groupBy ?? 'cell', label };
}

/** A real move as a sentence: "Acme is named on average in 40.0% of a scan’s answers on ChatGPT, up 6.0 pt from 34.0%." */
export function movedSentence(real: RealMove, metric: string, wording: Wording): string {
  const { brand, change, move } = real;
  const { unit, locale, decimals } = wording;
  const size = unsignedChange(real.means ?? Math.abs(change), unit, locale, decimals);
  const value = valueText(move.now, wording);
  const figure = figureSentence(metric, brand, value, placeOf(real), wording, true);
  return `${figure}, ${change > 0 ? 'up' : 'down'} ${size} from ${valueText(move.before, wording)}.`;
}
