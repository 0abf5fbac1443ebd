/** The larger side of a logo in pixels, which is sharp enough for a PNG file. */
const maxSide = 400;

/**
 * A logo as a `data:` URL of a PNG image, since a picture cannot refer to other files; null if there is no logo or
 * the browser cannot draw it.
 * @param address of an image: a `data:` URL, or one from the page's own origin
 */
export async function inlineLogo(address: string | null): Promise<string | null> {
  if (address === null) return null;
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    const scale = maxSide / Math.max(1, naturalWidth, naturalHeight);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(naturalHeight * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png');
  } catch {
    return null;
  }
}
