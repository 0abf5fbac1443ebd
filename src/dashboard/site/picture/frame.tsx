import type { ReactNode } from 'react';
import { toReadableAccent } from '../../ui/readable-accent.ts';
import { pictureColours as colours } from './colours.ts';
import type { Box } from './plot-layout.ts';
import type { PictureProps } from './props.ts';
import { fitText, pictureFont } from './text.ts';

/** The size of a picture, and the text and branding around its chart. */
export type FrameProps = Pick<
  PictureProps,
  'width' | 'height' | 'title' | 'lines' | 'source' | 'brand' | 'isBare'
>;

const margin = 28;
const accentHeight = 5;
const titleFont = { size: 20, isBold: true };
const lineFont = { size: 13 };
const sourceFont = { size: 11.5 };
const titleHeight = 28;
const lineHeight = 19;
/** Pixels between heading, chart and source. */
const gap = 14;
const sourceHeight = 16;
/** The maximum size of a logo, in pixels. */
const maxLogoSize = { width: 150, height: 44 };

/** A legible shade of the brand's accent, or the default accent if the brand has no valid one. */
const accentOf = ({ brand }: FrameProps): string =>
  /^#[0-9a-f]{6}$/i.test(brand.accent ?? '')
    ? toReadableAccent(String(brand.accent)).light.line
    : colours.accent;
/** The logo if it is a `data:` URL of an image, or else null. */
const logoOf = ({ brand }: FrameProps): string | null =>
  brand.logo?.startsWith('data:image/') ? brand.logo : null;

/** Pixels beside, above and below the area for the chart. */
function marginsOf({ lines, isBare = false }: Pick<FrameProps, 'lines' | 'isBare'>) {
  if (isBare) return { side: 0, top: 0, bottom: 0 };
  const top = accentHeight + margin - 6 + titleHeight + lines.length * lineHeight + gap;
  return { side: margin, top, bottom: margin - 8 + sourceHeight + gap };
}

/** The area for the chart inside a frame, in pixels. */
export function boxInFrame(props: FrameProps): Box {
  const { side, top, bottom } = marginsOf(props);
  return {
    left: side,
    top,
    width: props.width - 2 * side,
    height: props.height - top - bottom,
  };
}

/** The height of a frame around a chart of the given height, in pixels. */
export function heightAround(height: number, props: Pick<FrameProps, 'lines' | 'isBare'>): number {
  const { top, bottom } = marginsOf(props);
  return height + top + bottom;
}

/** Title, lines and logo above the chart, and the source below. */
function Surroundings(props: FrameProps) {
  const { width, height, title, lines, source } = props;
  const image = logoOf(props);
  const top = accentHeight + margin - 6;
  const innerWidth = width - 2 * margin;
  const widthBesideLogo = innerWidth - (image === null ? 0 : maxLogoSize.width + gap);
  return (
    <>
      <path
        d={`M0 ${accentHeight / 2}H${width}`}
        stroke={accentOf(props)}
        strokeWidth={accentHeight}
      />
      {image !== null && (
        <image
          href={image}
          x={width - margin - maxLogoSize.width}
          y={top}
          {...maxLogoSize}
          preserveAspectRatio="xMaxYMin meet"
        />
      )}
      <text x={margin} y={top + 18} fontSize={titleFont.size} fontWeight="700" fill={colours.text}>
        {fitText(title, widthBesideLogo, titleFont)}
      </text>
      {lines
        .map((line, index) => ({ line, y: top + titleHeight + index * lineHeight + 12 }))
        .map(({ line, y }) => (
          <text key={y} x={margin} y={y} fontSize={lineFont.size} fill={colours['text-muted']}>
            {fitText(line, widthBesideLogo, lineFont)}
          </text>
        ))}
      <text
        x={margin}
        y={height - margin + 8}
        fontSize={sourceFont.size}
        fill={colours['text-muted']}
      >
        {fitText(source, innerWidth, sourceFont)}
      </text>
    </>
  );
}

/**
 * The SVG around a chart: background, heading and source, or only the chart if bare. It refers to nothing
 * outside itself and has neither styles nor scripts.
 */
export function PictureFrame({ children, ...props }: FrameProps & { children: ReactNode }) {
  const { width, height, title, isBare = false } = props;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily={pictureFont}
      role="img"
      aria-label={fitText(title, Number.POSITIVE_INFINITY, titleFont)}
    >
      {!isBare && <path d={`M0 0H${width}V${height}H0Z`} fill={colours.ground} />}
      {!isBare && <Surroundings {...props} />}
      {children}
    </svg>
  );
}
