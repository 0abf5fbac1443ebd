const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

function countryNameOf(code: string): string {
  try {
    return countries.of(code) ?? code;
  } catch {
    // `of` throws if the code is malformed.
    return code;
  }
}

/** Returns "United States · California" for "US:California". An unknown country is shown as its code. */
export function regionLabel(code: string): string {
  const colon = code.indexOf(':');
  if (colon === -1) return countryNameOf(code);
  return `${countryNameOf(code.slice(0, colon))} · ${code.slice(colon + 1)}`;
}
