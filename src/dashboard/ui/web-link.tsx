function webUrl(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null;
}

/** A web address as people say it: host and path. What is no web address stays as it is. */
export function plainAddress(address: string | null): string {
  const url = address === null ? null : webUrl(address);
  if (url === null) return address ?? '';
  return url.pathname === '/' ? url.host : url.host + url.pathname;
}

/** A web address as a link, if it is one of http or https; otherwise as the text it is. */
export function WebLink({ address }: { address: string }) {
  const url = webUrl(address);
  if (url === null) return <bdi>{address}</bdi>;
  return (
    <a href={url.href} target="_blank" rel="noreferrer noopener">
      {plainAddress(address)}
    </a>
  );
}
