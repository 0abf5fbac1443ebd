import { digestOf, prefixOf } from '../access/keys.ts';
import { importMeasurements } from '../import/import.ts';
import { recordInput } from '../import/input.ts';
import type { Store } from '../store/store.ts';
import { sampleId } from './ids.ts';
import { sampleKeys } from './keys.ts';
import { generateSampleRecords } from './records.ts';

/**
 * Fills a store with the sample data, and then with the sample keys, so that no key reads incomplete data. Seeding
 * again completes an interrupted seeding.
 * @param options.today the UTC day that dates are relative to, YYYY-MM-DD.
 * @param options.keepsTexts whether to store the texts of answers.
 */
export async function seedSample(
  store: Store,
  { today, keepsTexts = true }: { today: string; keepsTexts?: boolean },
): Promise<void> {
  const source = recordInput('sample data', [...generateSampleRecords(today)]);
  await importMeasurements(store, source, {
    sample: true,
    keepsTexts,
    // Measuring every text would take up most of the seeding time.
    hasMeasuredMentions: true,
  });

  for (const [index, { key, name, accountId, clientId, scopes }] of sampleKeys.entries()) {
    await store.putKeys({
      id: sampleId('key', index + 1),
      digest: digestOf(key),
      prefix: prefixOf(key),
      name,
      accountId,
      clientId,
      scopes,
      sample: true,
      createdAt: Date.parse(`${today}T00:00:00.000Z`),
      revokedAt: null,
      expiresAt: null,
      lastUsedAt: null,
      sessionsEndedAt: null,
      hidesNotes: false,
      share: null,
    });
  }
}
