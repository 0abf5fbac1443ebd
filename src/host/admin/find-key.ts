import { isUuid } from '../../contract/fields.ts';
import { AdministrationError } from './administration-error.ts';

/**
 * Finds the key with an ID, or with a prefix that no other key has.
 * @throws AdministrationError unless exactly one key has the ID or prefix.
 */
export function findKey<K extends { id: string; prefix: string }>(
  keys: readonly K[],
  idOrPrefix: string,
): K {
  const id = isUuid(idOrPrefix) ? idOrPrefix.toLowerCase() : null;
  const [key, ...others] = keys.filter(
    (candidate) => candidate.id === id || candidate.prefix === idOrPrefix,
  );
  if (!key) throw new AdministrationError(`No key has the ID or prefix ${idOrPrefix}.`);
  if (others.length > 0) {
    throw new AdministrationError(
      `Several keys have the prefix ${idOrPrefix}. Give the ID of one of them instead.`,
    );
  }
  return key;
}
