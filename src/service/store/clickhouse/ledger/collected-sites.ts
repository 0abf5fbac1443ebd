import * as v from 'valibot';
import type { CollectedSite } from '../../ledger.ts';
import type { Engine } from '../engine/engine.ts';

const Row = v.object({ id: v.string() });

/** Implements `Ledger.collectedSites`. */
export async function readCollectedSites(
  engine: Engine,
  version: number,
): Promise<readonly CollectedSite[]> {
  await engine.rows(Row, 'SELECT id FROM sites LIMIT 0', { version });
  return [];
}
