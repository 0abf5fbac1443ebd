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

interface WebLinkProps {
  address: string;
  /** The text of the link; by default the address in a short form. */
  text?: string | null;
}

/** Links to an http or https address; for any other address, shows only the text. */
export function WebLink({ address, text = null }: WebLinkProps) {
  const url = toWebUrl(address);
  if (url === null) return <bdi>{text ?? address}</bdi>;
  return (
    <a href={url.href} target="_blank" rel="noreferrer noopener">
      {text === null ? toPlainAddress(address) : <bdi>{text}</bdi>}
    </a>
  );
}
