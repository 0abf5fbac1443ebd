import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/** PNG pixels per SVG pixel, in each direction. */
const scale = 2;

/** A picture as the text of an SVG file. */
function toSvg(picture: ReactElement): string {
  const holder = document.createElement('div');
  const root = createRoot(holder);
  flushSync(() => root.render(picture));
  const svg = holder.firstElementChild;
  const text = svg ? new XMLSerializer().serializeToString(svg) : '';
  root.unmount();
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
}

/**
 * Draws an SVG file as a PNG image of `scale` times its size.
 * @param size the size of the SVG in pixels
 * @throws if the browser cannot draw it
 */
async function toPng(svg: string, size: { width: number; height: number }): Promise<Blob> {
  const image = new Image(size.width, size.height);
  // The page's content security policy allows data: URLs, but not blob: URLs.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size.width * scale;
  canvas.height = size.height * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The PNG image could not be created.'))),
      'image/png',
    );
  });
}

/**
 * Renders a picture as the content of a file.
 * @param size the size of the picture in pixels
 * @throws if the browser cannot draw a PNG image
 */
export async function renderPicture(
  picture: ReactElement,
  format: 'png' | 'svg',
  size: { width: number; height: number },
): Promise<Blob> {
  const svg = toSvg(picture);
  return format === 'png' ? toPng(svg, size) : new Blob([svg], { type: 'image/svg+xml' });
}
