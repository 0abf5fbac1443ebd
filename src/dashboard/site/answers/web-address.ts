/** The host of an http or https address, without "www."; null for any other text. */
export function hostOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  return url.hostname.replace(/^www\./, '');
}
