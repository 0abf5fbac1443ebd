// Four hex digits that resemble the kind's name, for people who meet the id in a URL.
const kinds = {
  account: 'acc0',
  client: 'c11e',
  site: '517e',
  brand: 'b4ad',
  prompt: '9407',
  scan: '5ca9',
  recommendation: '4ec0',
  key: '6e70',
} as const;

/** The id of a sample record: a UUID of version 4's form that says what it is of and which. */
export function sampleId(kind: keyof typeof kinds, number: number): string {
  return `5a3b1e00-${kinds[kind]}-4000-8000-${String(number).padStart(12, '0')}`;
}

/** Parts are numbered after their whole, so that adding one part moves no other's id. */
export const siteNumber = (client: number, place: number): number => client * 1000 + place + 1;
export const partNumber = (site: number, place: number): number => site * 1000 + place + 1;
