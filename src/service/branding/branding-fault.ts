import { isAccent } from '../../contract/sightline/branding.ts';
import { findTextFault } from '../../contract/visible-text.ts';
import { illFormedReason } from '../../contract/well-formed.ts';
import { findLogoFault } from './logo.ts';

/** The maximum length of a client's report name, in UTF-16 code units. */
const maxReportNameLength = 200;

const findReportNameFault = (name: string): string | null => {
  if (!name.isWellFormed()) return illFormedReason;
  if (name.length > maxReportNameLength)
    return `must have at most ${maxReportNameLength} characters`;
  return /\p{Cc}/u.test(name) ? 'must not contain line breaks or other control characters' : null;
};

/** Why an accent is refused; null for a colour written #rrggbb. Continues a sentence that begins with the field. */
export const findAccentFault = (text: string): string | null =>
  isAccent(text) ? null : 'must be a colour written #rrggbb';

const checks = {
  logo: findLogoFault,
  accent: findAccentFault,
  reportName: findReportNameFault,
} as const;
const fields = ['logo', 'accent', 'reportName'] as const;

/** Why one field of a branding is refused; null if it is valid, or empty, which removes it. */
export const findFieldFault = (field: (typeof fields)[number], text: string): string | null =>
  text === '' ? null : checks[field](text);

/**
 * The first refused field of a change, and why it is refused; null if there is none. Unlike those of an import, the name
 * may have no hidden characters.
 */
export function findBrandingFault(
  change: { readonly [F in (typeof fields)[number]]?: string },
): { field: (typeof fields)[number]; reason: string } | null {
  for (const field of fields) {
    const value = change[field] ?? '';
    const hiddenFault = field === 'reportName' ? findTextFault(value, { isOptional: true }) : null;
    const reason = findFieldFault(field, value) ?? hiddenFault;
    if (reason !== null) return { field, reason };
  }
  return null;
}
