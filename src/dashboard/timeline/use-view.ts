import { useMemo } from 'react';
import type { TimelineReport } from '../../contract/resources.ts';
import { usePageFacts } from '../session/use-session.ts';
import type { Wording } from './chart/reading.ts';
import type { DrawnSeries } from './drawn.ts';
import { type Choice, drawnByDefault, isDrawn, type SeriesFacts, toFacts } from './facts.ts';
import { createPalette } from './looks.ts';
import { isTracked, type TimelineModel, toModel } from './model.ts';

/** A report shaped for everything on the page. */
export interface View {
  model: TimelineModel;
  facts: readonly SeriesFacts[];
  /** Every series with its look. */
  all: readonly DrawnSeries[];
  drawn: readonly DrawnSeries[];
  /** Series that a person hid. */
  hidden: readonly DrawnSeries[];
  byDefault: ReadonlySet<string>;
  wording: Wording;
}

/** Shapes a report once for a zone, and anew for each choice of what to draw. */
export function useView(
  siteId: string,
  report: TimelineReport | null,
  zone: string,
  { show, hide }: Choice,
): View | null {
  const pageUnits: Partial<Record<string, string>> = usePageFacts().units;
  const metric = report?.metric ?? '';
  const unit = pageUnits[metric];
  const wording = useMemo(() => ({ zone, unit, locale: undefined }), [zone, unit]);
  const groupBy = report?.groupBy ?? '';
  // A palette remembers keys, and those of another site or grouping mean other things.
  const palette = useMemo(
    () => ({ of: `${siteId} ${groupBy}`, ...createPalette() }),
    [siteId, groupBy],
  );
  const shaped = useMemo(() => {
    if (!report) return null;
    const model = toModel(report, zone);
    const facts = toFacts(model);
    const lead = model.series.find((series) => isTracked(model, series))?.id ?? null;
    const looks = palette.looksFor(
      model.series.map(({ id }) => id),
      lead,
    );
    const all = facts.flatMap((each) => {
      const look = looks.get(each.series.id);
      return look ? [{ facts: each, look }] : [];
    });
    return { model, facts, all, byDefault: drawnByDefault(facts) };
  }, [report, zone, palette]);
  return useMemo(() => {
    if (!shaped) return null;
    const choice = { show, hide };
    const drawn = shaped.all.filter((each) => isDrawn(each.facts.series, shaped.byDefault, choice));
    const hidden = shaped.all.filter(
      (each) => shaped.byDefault.has(each.facts.series.id) && !drawn.includes(each),
    );
    return { ...shaped, drawn, hidden, wording };
  }, [shaped, show, hide, wording]);
}
