import * as v from 'valibot';
import { Name, nullable } from '../fields.ts';

/** The maximum size of a logo's file, in bytes. */
export const maxLogoBytes = 65_536;
/** The maximum length of a logo's data URL, in characters: enough for an image file of 64 KiB. */
const maxLogoUrlLength = 90_000;
const inlineImage = /^data:image\/(?:svg\+xml|png|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/**
 * An inline image; null if it is too long. Also null for any other URL, because loading it would reveal the readers of
 * a report to another server.
 */
const Logo = v.pipe(
  v.string(),
  v.transform((url): string | null =>
    url.length <= maxLogoUrlLength && inlineImage.test(url) ? url : null,
  ),
);

/** Whether a text is a colour written #rrggbb, in upper or lower case. */
export const isAccent = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** A colour written #rrggbb; null for anything else. */
const Accent = v.pipe(
  v.string(),
  v.transform((text): string | null => (isAccent(text) ? text.toLowerCase() : null)),
);

/** How a client's reports should look. */
export const Branding = v.object({
  /** The name above reports; null for the client's own name. */
  reportName: nullable(Name),
  /** A data URL of an SVG, PNG or WebP image; null for none. */
  logo: nullable(Logo),
  /** #rrggbb in lower case; null for none. Text in this colour may need more contrast. */
  accent: nullable(Accent),
});
export type Branding = v.InferOutput<typeof Branding>;
