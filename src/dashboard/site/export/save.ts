/** How long a browser may take to start a download, in milliseconds. */
const revokeDelay = 60_000;

/** A file to download: its whole content, or CSV text in parts, so that the page can respond between them. */
export interface DownloadFile {
  name: string;
  content: Blob | AsyncIterable<string>;
}

/** Encodes each part separately, since encoding a large file at once would block the page. */
async function encodeParts(parts: AsyncIterable<string>): Promise<Blob> {
  const encodedParts: Blob[] = [];
  for await (const part of parts) encodedParts.push(new Blob([part]));
  return new Blob(encodedParts, { type: 'text/csv;charset=utf-8' });
}

/**
 * Downloads a file.
 * @throws if it is too large for the browser
 */
export async function save({ name, content }: DownloadFile): Promise<void> {
  const address = URL.createObjectURL(
    content instanceof Blob ? content : await encodeParts(content),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), revokeDelay);
}
