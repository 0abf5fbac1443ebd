import { maxLogoBytes } from '../../contract/sightline/branding.ts';
import { countText } from '../../figures/formats/counts.ts';
import { pageLocale } from '../locale.ts';

type LogoResult = { kind: 'read'; url: string } | { kind: 'refused'; reason: string };

const bytesPerKib = 1024;

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((letter, index) => bytes[at + index] === letter.codePointAt(0));

/** The media type of an image by its content; null unless it is a PNG, WebP or SVG image. */
function imageTypeOf(bytes: Uint8Array): string | null {
  if (startsWith(bytes, '\x89PNG')) return 'image/png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  return new TextDecoder().decode(bytes).includes('<svg') ? 'image/svg+xml' : null;
}

/**
 * Reads an image file as a data URL, or says why it cannot be a logo. Checks size and kind; the service also checks the
 * content.
 */
export async function readLogo(file: Blob): Promise<LogoResult> {
  if (file.size > maxLogoBytes) {
    const size = countText(Math.ceil(file.size / bytesPerKib), pageLocale());
    return {
      kind: 'refused',
      reason: `This file is ${size} KiB. Choose one of at most ${maxLogoBytes / bytesPerKib} KiB.`,
    };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = imageTypeOf(bytes);
  if (type === null) {
    return {
      kind: 'refused',
      reason: 'Choose an SVG, PNG or WebP image. Other files cannot be used.',
    };
  }
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { kind: 'read', url: `data:${type};base64,${base64}` };
}
