import { useEffect, useRef } from 'react';
import type { DrawnSeries } from '../report/drawn.ts';
import { valueText, type Wording } from '../report/reading.ts';
import styles from './chart.module.css';
import type { Layout } from './layout.ts';
import { Swatch } from './swatch.tsx';

interface LabelsProps {
  drawn: readonly DrawnSeries[];
  /** Series that the user has hidden and can show again. */
  hidden: readonly DrawnSeries[];
  layout: Layout;
  wording: Wording;
  onFront: (id: string | null) => void;
  onToggle: (drawn: DrawnSeries) => void;
}

/** The names of the series: at the ends of their lines if they fit, or else as a legend below. */
export function Labels({ drawn, hidden, layout, wording, onFront, onToggle }: LabelsProps) {
  const container = useRef<HTMLDivElement>(null);
  const toggledId = useRef<string | null>(null);
  const renderButton = (each: DrawnSeries, isShown: boolean) => {
    const { series, latest } = each.summary;
    return (
      <button
        type="button"
        className={styles['label']}
        aria-pressed={isShown}
        data-printed
        data-tracked={each.summary.isTracked || undefined}
        title={isShown ? `Hide ${series.label}` : `Show ${series.label}`}
        onPointerEnter={() => onFront(isShown ? series.id : null)}
        onPointerLeave={() => onFront(null)}
        onFocus={({ currentTarget }) => {
          if (isShown && currentTarget.matches(':focus-visible')) onFront(series.id);
        }}
        onBlur={() => onFront(null)}
        data-id={series.id}
        onClick={() => {
          toggledId.current = series.id;
          onFront(null);
          onToggle(each);
        }}
      >
        <Swatch look={each.look} />
        <bdi className={styles['name']}>{series.label}</bdi>{' '}
        {isShown && <b className={styles['value']}>{valueText(latest, wording)}</b>}
      </button>
    );
  };
  // Hiding or showing a series moves its button; focus follows it.
  useEffect(() => {
    const id = toggledId.current;
    toggledId.current = null;
    if (id === null || drawn.length + hidden.length === 0) return;
    const buttons = [...(container.current?.querySelectorAll('button') ?? [])];
    buttons.find((each) => each.dataset['id'] === id)?.focus();
  }, [drawn, hidden]);
  const { labelCentres } = layout;
  const below = labelCentres ? hidden : [...drawn, ...hidden];
  return (
    <div ref={container}>
      {labelCentres && (
        <ul
          className={styles['ends']}
          style={{ left: layout.x.pixels[1] + 10 }}
          aria-label="Series"
        >
          {drawn.map((each, index) => (
            <li key={each.summary.series.id} style={{ top: labelCentres[index] ?? 0 }}>
              {renderButton(each, true)}
            </li>
          ))}
        </ul>
      )}
      {below.length > 0 && (
        <ul className={styles['legend']} aria-label={labelCentres ? 'Hidden series' : 'Series'}>
          {below.map((each) => (
            <li key={each.summary.series.id}>{renderButton(each, drawn.includes(each))}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
