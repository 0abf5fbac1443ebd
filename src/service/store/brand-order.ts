import { brandRoles } from '../../contract/enums.ts';
import type { BrandRecord } from './records.ts';

/** Compares names by letters first, then by accents and case, whatever the machine's locale. */
const nameCollator = new Intl.Collator('en');

/** Compares brands in the order of every list and report: tracked, competitors, discovered, each by name, then ID. */
export function compareBrands(a: BrandRecord, b: BrandRecord): number {
  return (
    brandRoles.indexOf(a.role) - brandRoles.indexOf(b.role) ||
    nameCollator.compare(a.name, b.name) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
