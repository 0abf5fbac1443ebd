import { maxLogoBytes } from '../../contract/sightline/branding.ts';
import { readPngSize, readWebpSize } from './raster.ts';
import { findSvgFault } from './svg.ts';

/** The maximum width and height of a PNG or WebP logo, in pixels. */
const maxLogoPixels = 2_048;

const imageTypes = ['image/svg+xml', 'image/png', 'image/webp'] as const;
type ImageType = (typeof imageTypes)[number];

const dataUrlPattern = /^data:(image\/(?:svg\+xml|png|webp));base64,([A-Za-z0-9+/]+={0,2})$/;

function findRasterFault(type: ImageType, bytes: Buffer): string | null {
  const size = type === 'image/png' ? readPngSize(bytes) : readWebpSize(bytes);
  const name = type === 'image/png' ? 'PNG' : 'WebP';
  if (size === null) return `is not a complete ${name} image`;
  const { width, height } = size;
  if (width < 1 || height < 1) return `is not a complete ${name} image`;
  return Math.max(width, height) > maxLogoPixels
    ? `must be at most ${maxLogoPixels.toLocaleString('en')} pixels wide and high`
    : null;
}

/** The type and the bytes of a data URL; null unless it is base64-encoded and of an allowed type. */
function parseDataUrl(url: string): { type: ImageType; bytes: Buffer } | null {
  const [, name, base64 = ''] = dataUrlPattern.exec(url) ?? [];
  const type = imageTypes.find((imageType) => imageType === name);
  return type && base64.length % 4 === 0 ? { type, bytes: Buffer.from(base64, 'base64') } : null;
}

function isEmbeddedRaster(url: string): boolean {
  const parsed = parseDataUrl(url);
  if (!parsed || parsed.type === 'image/svg+xml') return false;
  return findRasterFault(parsed.type, parsed.bytes) === null;
}

/**
 * Why a logo is refused; null for a data URL of an SVG, PNG or WebP image of at most 64 KiB. Checks the content too: a
 * PNG or WebP image must be complete and within `maxLogoPixels`, and an SVG image must neither run scripts nor load
 * files. The reason continues a sentence that names the field.
 */
export function findLogoFault(url: string): string | null {
  const parsed = parseDataUrl(url);
  if (!parsed) {
    return 'must be an SVG, PNG or WebP image as a data URL in base64 (data:image/svg+xml;base64,…)';
  }
  const { type, bytes } = parsed;
  if (bytes.length > maxLogoBytes) return 'must be an image of at most 64 KiB';
  return type === 'image/svg+xml'
    ? findSvgFault(bytes, isEmbeddedRaster)
    : findRasterFault(type, bytes);
}

/** The data URL of an image file. Its content decides the type: PNG, WebP for any RIFF file, or otherwise SVG. */
export function toLogoDataUrl(bytes: Buffer): string {
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG';
  const isRiff = bytes.subarray(0, 4).toString('latin1') === 'RIFF';
  const type: ImageType = isPng ? 'image/png' : isRiff ? 'image/webp' : 'image/svg+xml';
  return `data:${type};base64,${bytes.toString('base64')}`;
}
