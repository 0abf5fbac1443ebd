import * as v from 'valibot';
import { EvidenceJson } from '../../../records/answer.ts';
import type { LedgerAnswer, ScanPlan } from '../../ledger.ts';

/** A value stored as JSON. */
const jsonOf = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.string(),
    v.transform((text): unknown => JSON.parse(text)),
    schema,
  );

/** A plan as it is stored. */
export const StoredPlan = jsonOf<ScanPlan>(
  v.object({
    prompts: v.array(v.object({ id: v.string(), text: v.string() })),
    cells: v.array(
      v.object({
        platform: v.string(),
        region: v.string(),
        model: v.string(),
        estimate: v.number(),
      }),
    ),
    runs: v.number(),
    scanCeiling: v.number(),
    monthCeiling: v.number(),
    zone: v.string(),
  }),
);

/** What an answered question returned, as it is stored. */
export const StoredLedgerAnswer = jsonOf<LedgerAnswer>(
  v.pipe(
    EvidenceJson,
    v.transform(({ text, ...evidence }) => ({ text: text ?? '', ...evidence })),
  ),
);
