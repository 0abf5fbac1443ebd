import { type BrandRecord, brandRoles } from './records.ts';

/** The order of names for people: letters before case and accents, the same on every machine. */
const names = new Intl.Collator('en');

/** A comparator that puts brands as every list and report has them: tracked, competitors, discovered; each by name, then id. */
export function compareBrands(a: BrandRecord, b: BrandRecord): number {
  return (
    brandRoles.indexOf(a.role) - brandRoles.indexOf(b.role) ||
    names.compare(a.name, b.name) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
