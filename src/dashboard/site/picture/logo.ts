/** The length of a logo's longer side in pixels, enough to be sharp in a PNG file. */
const longerSide = 400;

/**
 * Converts a logo to a `data:` URL of a PNG image, since a picture cannot refer to other files. Returns null if there
 * is no logo or the browser cannot draw it.
 * @param address the logo's URL, either a `data:` URL or one on the page's origin; null if there is no logo
 */
export async function inlineLogo(address: string | null): Promise<string | null> {
  if (address === null) return null;
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    const scale = longerSide / Math.max(1, naturalWidth, naturalHeight);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(naturalHeight * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png');
  } catch {
    return null;
  }
}
