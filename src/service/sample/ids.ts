// Four hex digits that resemble the kind's name, so that people recognise it in a URL.
const hexByKind = {
  account: 'acc0',
  client: 'c11e',
  site: '517e',
  brand: 'b4ad',
  prompt: '9407',
  scan: '5ca9',
  recommendation: '4ec0',
  note: '407e',
  key: '6e70',
} as const;

/** The ID of a sample record: a UUID in the form of version 4 that contains its kind and number. */
export function sampleId(kind: keyof typeof hexByKind, number: number): string {
  return `5a3b1e00-${hexByKind[kind]}-4000-8000-${String(number).padStart(12, '0')}`;
}

/**
 * Derives a record's number from the number of its client or site and its index there, so that appending a record
 * changes no other IDs.
 */
export const siteNumber = (client: number, index: number): number => client * 1000 + index + 1;
export const siteRecordNumber = (site: number, index: number): number => site * 1000 + index + 1;
