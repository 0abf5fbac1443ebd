import { catalogueRecords } from '../records/catalogue.ts';
import { toGivenFields } from '../records/description.ts';
import { tableReaders } from '../store/record-readers.ts';
import type { ImportLookups } from '../store/store.ts';
import type { Faults } from './faults.ts';
import type { GatheredRecords, RecordsById } from './gathered-records.ts';
import { patchableTypes, type RecordPatch, tableOf } from './records.ts';

const merge = <A extends object, B extends object>(record: A, patch: B): A & B =>
  Object.assign({}, record, patch);

/**
 * Applies a patch to the source's record with its ID. If the source has had none so far, keeps the patch, together with
 * earlier ones for the same ID, for `applyPatches`.
 */
export function gatherPatch(patch: RecordPatch, line: number, gathered: GatheredRecords): void {
  const records: RecordsById<object> = gathered[tableOf(patch.type)];
  const patches: RecordsById<object> = gathered.patches[patch.type];
  const target = records.has(patch.id) ? records : patches;
  target.set(patch.id, { record: merge(target.get(patch.id)?.record ?? {}, patch), line });
}

/**
 * Reads the stored brands, prompts and scans that the input changes in part, and the brands that it removes, since their
 * sites are measured again.
 */
export async function readChangedRecords(
  { patches, removals }: GatheredRecords,
  lookups: ImportLookups,
): Promise<readonly { siteId: string }[]> {
  return [
    ...(await lookups.brandsById([...patches.brand.keys(), ...removals.brand.keys()])),
    ...(await lookups.prompts([...patches.prompt.keys()])),
    ...(await lookups.scans([...patches.scan.keys()])),
  ];
}

/**
 * Reads the stored records that the input changes in part, and adds them with their changes to those of the input, as
 * if it contained them. Adds a fault for each that is not stored.
 */
export async function applyPatches(
  gathered: GatheredRecords,
  lookups: ImportLookups,
  faults: Faults,
): Promise<void> {
  const readers = tableReaders(lookups);
  for (const type of patchableTypes) {
    const patches: RecordsById<object> = gathered.patches[type];
    if (patches.size === 0) continue;
    const table = tableOf(type);
    const records: RecordsById<object> = gathered[table];
    const stored: readonly { id: string }[] = await readers[table]([...patches.keys()]);
    const storedById = new Map(stored.map((record) => [record.id, record]));
    for (const [id, { record: patch, line }] of patches) {
      const record = storedById.get(id);
      if (record) {
        const given = toGivenFields(catalogueRecords[table], record);
        records.set(id, { record: merge(given, patch), line });
      } else
        faults.add(line, {
          field: 'id',
          reason: `no stored ${type} has this ID, so nothing can be changed`,
        });
    }
  }
}
