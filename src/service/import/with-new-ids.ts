import { randomUUID } from 'node:crypto';
import { Faults } from './faults.ts';
import type { ImportInput, InputEntry } from './input.ts';
import type { LineFault } from './records.ts';

/** The types of records that get a new ID. An account keeps its ID: what belongs to it is copied within it. */
const copiedTypes = ['client', 'site', 'brand', 'prompt', 'scan', 'recommendation', 'note'];

/** The type of record to which a field refers. */
const referenceFields = {
  accountId: 'account',
  clientId: 'client',
  siteId: 'site',
  scanId: 'scan',
  promptId: 'prompt',
  recommendationId: 'recommendation',
} as const;

type Line = { readonly [field: string]: unknown };

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object on a line; null if it has none, for which the import adds a fault. */
function parseLine(entry: InputEntry): Line | null {
  try {
    const value: unknown = typeof entry === 'string' ? JSON.parse(entry) : entry;
    return isLine(value) ? value : null;
  } catch {
    return null;
  }
}

/** IDs can be in upper case. */
const keyOf = (type: unknown, id: string): string => `${type} ${id.toLowerCase()}`;

/** Whether a line gives a record, instead of changing or removing one. */
const isRecord = ({ patch, removed }: Line): boolean => patch !== true && removed !== true;

/** Why a line would change stored records, which a copy leaves as they are; null if it would not. */
function findFault(line: Line, ids: ReadonlyMap<string, string>): LineFault | null {
  const { type, id, scanId } = line;
  const isOutside = (kind: unknown, value: unknown) =>
    typeof value === 'string' && !ids.has(keyOf(kind, value));
  if (line['removed'] === true)
    return { field: 'removed', reason: 'is not possible with --new-ids, which only adds records' };
  if (line['patch'] === true && isOutside(type, id))
    return { field: 'id', reason: `is of no ${type} in the file, and --new-ids changes no others` };
  if (type === 'answer' && isOutside('scan', scanId))
    return {
      field: 'scanId',
      reason: 'is of no scan in the file, and --new-ids changes no others',
    };
  return null;
}

/**
 * The lines of an input with a new, random ID for each record that it gives, and the references to these records
 * changed accordingly. What refers to a record that the input does not give stays as it is. Reads the input once more
 * than its reader does, and keeps the IDs of its records, except answers, in memory. Reading it to its end throws
 * ImportRefused if it would change or remove stored records.
 * @param account the account that everything goes to which belongs to an account of the input; null to keep these
 */
export function withNewIds(input: ImportInput, account: string | null): ImportInput {
  let newIds: Promise<ReadonlyMap<string, string>> | null = null;

  const chooseIds = async (): Promise<ReadonlyMap<string, string>> => {
    const ids = new Map<string, string>();
    for await (const block of input.blocks()) {
      for (const entry of block) {
        const line = parseLine(entry);
        if (!line || typeof line['id'] !== 'string' || !isRecord(line)) continue;
        const { type, id } = { type: line['type'], id: line['id'] };
        if (copiedTypes.some((copied) => copied === type)) ids.set(keyOf(type, id), randomUUID());
        else if (type === 'account') ids.set(keyOf(type, id), account ?? id);
      }
    }
    return ids;
  };

  const rewrite = (line: Line, ids: ReadonlyMap<string, string>): Line | '' => {
    // The account exists already. The line stays, so that the others keep their numbers.
    if (line['type'] === 'account' && account !== null) return '';
    const newIdOf = (type: string, id: unknown) =>
      typeof id === 'string' ? (ids.get(keyOf(type, id)) ?? id) : id;
    const changed: Record<string, unknown> = { ...line };
    if (typeof line['type'] === 'string' && 'id' in line)
      changed['id'] = newIdOf(line['type'], line['id']);
    for (const [field, type] of Object.entries(referenceFields))
      if (field in line) changed[field] = newIdOf(type, line[field]);
    const { mentions } = line;
    if (Array.isArray(mentions))
      changed['mentions'] = mentions.map((mention: unknown) =>
        isLine(mention) ? { ...mention, brandId: newIdOf('brand', mention['brandId']) } : mention,
      );
    return changed;
  };

  return {
    ...input,
    async *blocks(onRead) {
      newIds ??= chooseIds();
      const ids = await newIds;
      const faults = new Faults(input.name);
      let lineNumber = 0;
      for await (const block of input.blocks(onRead))
        yield block.map((entry) => {
          lineNumber += 1;
          const line = parseLine(entry);
          if (!line) return entry;
          const fault = findFault(line, ids);
          if (fault) faults.add(lineNumber, fault);
          const rewritten = rewrite(line, ids);
          return typeof entry === 'string' && rewritten !== ''
            ? JSON.stringify(rewritten)
            : rewritten;
        });
      faults.throwIfAny();
    },
  };
}
