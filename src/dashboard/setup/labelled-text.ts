interface Labelled {
  value: string;
  label: string;
}

/** Reads `value|label`; a value without a label is its own. */
export function readLabelled(text: string): Labelled {
  const [value = '', label = ''] = text.split('|', 2).map((part) => part.trim());
  return { value: value || label, label: label || value };
}

/** The text that `readLabelled` reads: `value|label`, or the value alone if it is its own label. */
export const writeLabelled = ({ value, label }: Labelled): string =>
  label === value || label === '' ? value : `${value}|${label}`;
