import { elementIds } from '../../ui/element-ids.ts';
import styles from './timeline-page.module.css';

/** Moves keyboard focus past filters and controls to the chart. */
export function SkipToChart() {
  return (
    <a
      className={styles['skip']}
      href={`#${elementIds.chart}`}
      onClick={(event) => {
        // The address contains the view, so a fragment would become part of it.
        event.preventDefault();
        const chart = document.getElementById(elementIds.chart);
        chart?.focus();
        chart?.scrollIntoView();
      }}
    >
      Skip to chart
    </a>
  );
}
