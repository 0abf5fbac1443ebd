import { formatCount } from '../../service/format-count.ts';
import type { ImportProgress } from '../../service/import/import.ts';

/** The part of standard error that progress needs. */
interface ProgressStream {
  isTTY?: boolean;
  write(text: string): unknown;
}

const clearLine = '\r\u001b[K';
/** Minimum milliseconds between two updates, in a terminal and elsewhere. */
const intervals = { terminal: 200, other: 5_000 };

function textOf(progress: ImportProgress, elapsedMs: number): string {
  const { phase, lines, answers, bytes, size } = progress;
  const seconds = Math.max(elapsedMs / 1000, 0.001);
  const fraction = size > 0 ? bytes / size : 0;
  const timeLeft =
    fraction > 0 ? `, ${Math.ceil((seconds / fraction) * (1 - fraction))} s left` : '';
  const speed = `${formatCount(Math.round(answers / seconds), 'answer')} a second`;
  const processed =
    phase === 'measuring again' ? formatCount(answers, 'answer') : formatCount(lines, 'line');
  return `${phase}: ${processed}, ${speed}${timeLeft}`;
}

/**
 * Shows the progress of an import while `work` runs: in a terminal, on one line that is cleared however the work ends;
 * otherwise as a new line every few seconds.
 * @param now a monotonic clock in milliseconds.
 */
export async function withProgressLine<T>(
  stream: ProgressStream,
  work: (onProgress: (progress: ImportProgress) => void) => Promise<T>,
  now: () => number = () => performance.now(),
): Promise<T> {
  const isTerminal = stream.isTTY ?? false;
  const interval = isTerminal ? intervals.terminal : intervals.other;
  let phase = '';
  let phaseBegan = now();
  let shownAt = phaseBegan - intervals.terminal;
  const onProgress = (progress: ImportProgress) => {
    const at = now();
    if (progress.phase !== phase) {
      phase = progress.phase;
      phaseBegan = at;
    }
    if (at - shownAt < interval) return;
    shownAt = at;
    const text = textOf(progress, at - phaseBegan);
    stream.write(isTerminal ? `${clearLine}${text}` : `${text}\n`);
  };
  try {
    return await work(onProgress);
  } finally {
    if (isTerminal) stream.write(clearLine);
  }
}
