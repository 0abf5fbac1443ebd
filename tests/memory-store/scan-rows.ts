import type { MeasuredScan, PlatformModel, ScanModels } from '../../src/service/store/scan-rows.ts';
import type { ScanMeasurement } from '../../src/service/store/site-rows.ts';
import type { AnswerRecord, AnswerScope, PageRequest } from '../../src/service/store/store.ts';
import type { Tables } from './tables.ts';
import { answersInScope } from './timeline.ts';
import { pageNewestFirst } from './visibility.ts';

/** The measurement of a scan with these answers. */
export const measurementOf = (answers: readonly AnswerRecord[]): ScanMeasurement => ({
  prompts: new Set(answers.map(({ promptId }) => promptId)).size,
  platforms: [...new Set(answers.map(({ platform }) => platform))],
  regions: [...new Set(answers.map(({ region }) => region))],
});

/** Implements `Store.scans` for a site that the tenant can see. */
export function measuredScansOf(tables: Tables, siteId: string, page: PageRequest): MeasuredScan[] {
  const scans = [...tables.scans.values()].filter((scan) => scan.siteId === siteId);
  return pageNewestFirst(scans, page).map((scan) => {
    const answers = [...tables.answers.values()].filter(({ scanId }) => scanId === scan.id);
    return { ...scan, answers: answers.length, ...measurementOf(answers) };
  });
}

/** The model of each platform that has one, see `PlatformModel`. */
export function modelsOfAnswers(answers: readonly AnswerRecord[]): PlatformModel[] {
  const known = answers.flatMap(({ platform, evidence }) =>
    evidence?.model ? [{ platform, model: evidence.model }] : [],
  );
  return [...Map.groupBy(known, ({ platform }) => platform).values()].flatMap((ofPlatform) =>
    [...Map.groupBy(ofPlatform, ({ model }) => model).values()].flatMap((ofModel) =>
      2 * ofModel.length > ofPlatform.length ? ofModel.slice(0, 1) : [],
    ),
  );
}

/** Implements `Store.models` for a site that the tenant can see. */
export function modelsOf(tables: Tables, siteId: string, scope: AnswerScope): ScanModels {
  const byScan = Map.groupBy(answersInScope(tables, siteId, scope), ({ scanId }) => scanId);
  return new Map(
    [...byScan].flatMap(([scanId, answers]) => {
      const models = modelsOfAnswers(answers);
      return models.length > 0 ? [[scanId, models]] : [];
    }),
  );
}
