function toWebUrl(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}

/** The host of a web address, with the path unless it is "/". Returns other text unchanged, and "" for null. */
export function toPlainAddress(address: string | null): string {
  const url = address === null ? null : toWebUrl(address);
  if (url === null) return address ?? '';
  return url.pathname === '/' ? url.host : url.host + url.pathname;
}

/** Links to an http or https address; shows any other text as it is. */
export function WebLink({ address }: { address: string }) {
  const url = toWebUrl(address);
  if (url === null) return <bdi>{address}</bdi>;
  return (
    <a href={url.href} target="_blank" rel="noreferrer noopener">
      {toPlainAddress(address)}
    </a>
  );
}
