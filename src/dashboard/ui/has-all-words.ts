/** Whether the texts contain every typed word, in any order and regardless of case. */
export function hasAllWords(texts: readonly (string | null)[], typed: string): boolean {
  const text = texts.join('\n').toLocaleLowerCase();
  const words = typed.toLocaleLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}
