import { countText, countWithNoun } from '../../../figures/formats/counts.ts';
import { pageLocale } from '../../locale.ts';
import { money } from '../../scans/money.ts';
import { countQuestions } from '../count-questions.ts';
import type { ScanEstimate } from './scan-estimate.ts';
import styles from './where-and-when.module.css';

/** How the number of questions comes about: "20 questions × 6 platforms and regions × 2 times". */
function describeFactors({ prompts, cells, runs }: ScanEstimate): string {
  return [
    countQuestions(prompts),
    countWithNoun(cells, 'platform and region', 'pairs of platform and region', pageLocale()),
    ...(runs === 1 ? [] : [`${countText(runs, pageLocale())} times`]),
  ].join(' × ');
}

interface EstimateBoxProps {
  estimate: ScanEstimate;
  /** Why nothing, or not everything, would be asked, in sentences. */
  shortfalls: readonly string[];
  /** Whether the answers are invented, and cost nothing. */
  isInvented: boolean;
}

/** What scans would ask and cost with what is in the form. */
export function EstimateBox({ estimate, shortfalls, isInvented }: EstimateBoxProps) {
  const { questions, scanUsd, scansPerMonth, monthUsd } = estimate;
  const scans = countWithNoun(Math.round(scansPerMonth ?? 0), 'scan', 'scans', pageLocale());
  return (
    <div role="status" className={styles['estimate']}>
      <p>
        <b>{countQuestions(questions)} per scan</b>
        {isInvented ? ', at no cost' : `, about ${money(scanUsd)}`}
      </p>
      {questions > 0 && <p className={styles['muted']}>{describeFactors(estimate)}</p>}
      {monthUsd !== null && (
        <p>
          About {scans} a month{!isInvented && `, about ${money(monthUsd)}`}
        </p>
      )}
      {isInvented && (
        <p className={styles['muted']}>
          Sample data: the answers are invented, and nobody is asked.
        </p>
      )}
      {shortfalls.map((sentence) => (
        <p key={sentence} className={styles['warning']}>
          {sentence}
        </p>
      ))}
    </div>
  );
}
