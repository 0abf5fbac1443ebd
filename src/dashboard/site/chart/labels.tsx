import { useEffect, useRef } from 'react';
import { valueText, type Wording } from '../../../figures/series/wording.ts';
import type { DrawnSeries } from '../series/drawn.ts';
import styles from './chart.module.css';
import type { Layout } from './layout.ts';
import { Swatch } from './swatch.tsx';

interface LabelsProps {
  drawn: readonly DrawnSeries[];
  /** Series that the user has hidden and can show again. */
  hidden: readonly DrawnSeries[];
  layout: Layout;
  wording: Wording;
  /** Receives the ID of the series to draw in front; null for none. */
  onFrontChange: (id: string | null) => void;
  onToggle: (drawn: DrawnSeries) => void;
}

/**
 * Buttons that name, hide and show the series: at the ends of the lines if they fit, otherwise in a legend below.
 * Hidden series are always in the legend.
 */
export function Labels({ drawn, hidden, layout, wording, onFrontChange, onToggle }: LabelsProps) {
  const container = useRef<HTMLDivElement>(null);
  const toggledId = useRef<string | null>(null);
  const renderButton = (drawnSeries: DrawnSeries, isShown: boolean) => {
    const { summary, look } = drawnSeries;
    const { series, latest, isTracked } = summary;
    return (
      <button
        type="button"
        className={styles['label']}
        aria-pressed={isShown}
        data-printed
        data-tracked={isTracked || undefined}
        title={isShown ? `Hide ${series.label}` : `Show ${series.label}`}
        onPointerEnter={() => onFrontChange(isShown ? series.id : null)}
        onPointerLeave={() => onFrontChange(null)}
        onFocus={({ currentTarget }) => {
          if (isShown && currentTarget.matches(':focus-visible')) onFrontChange(series.id);
        }}
        onBlur={() => onFrontChange(null)}
        data-id={series.id}
        onClick={() => {
          toggledId.current = series.id;
          onFrontChange(null);
          onToggle(drawnSeries);
        }}
      >
        <Swatch look={look} />
        <bdi className={styles['name']}>{series.label}</bdi>{' '}
        {isShown && <b className={styles['value']}>{valueText(latest, wording)}</b>}
      </button>
    );
  };
  // Hiding or showing a series moves its button, and focus follows the button.
  useEffect(() => {
    const id = toggledId.current;
    toggledId.current = null;
    if (id === null || drawn.length + hidden.length === 0) return;
    const buttons = [...(container.current?.querySelectorAll('button') ?? [])];
    buttons.find(({ dataset }) => dataset['id'] === id)?.focus();
  }, [drawn, hidden]);
  const { labelCentres } = layout;
  const legendSeries = labelCentres ? hidden : [...drawn, ...hidden];
  return (
    <div ref={container}>
      {labelCentres && (
        <ul
          className={styles['ends']}
          style={{ left: layout.x.pixels[1] + 10 }}
          aria-label="Series"
        >
          {drawn.map((series, index) => (
            <li key={series.summary.series.id} style={{ top: labelCentres[index] ?? 0 }}>
              {renderButton(series, true)}
            </li>
          ))}
        </ul>
      )}
      {legendSeries.length > 0 && (
        <ul className={styles['legend']} aria-label={labelCentres ? 'Hidden series' : 'Series'}>
          {legendSeries.map((series) => (
            <li key={series.summary.series.id}>{renderButton(series, drawn.includes(series))}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
