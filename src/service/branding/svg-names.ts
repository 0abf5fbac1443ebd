// What an SVG logo may contain: shapes, text, images, gradients, clips and masks. Anything not listed is refused.

const splitNames = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const svgElements = splitNames(`
  svg g defs symbol use title desc style
  path rect circle ellipse line polyline polygon text tspan image
  linearGradient radialGradient stop clipPath mask`);

/** Names of attributes, with their prefixes. Their values are checked separately. */
export const svgAttributes = splitNames(`
  xmlns xmlns:xlink xml:space version baseProfile id class style lang xml:lang role
  aria-label aria-labelledby aria-hidden focusable type
  x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy rotate width height d points pathLength viewBox
  preserveAspectRatio transform transform-origin href xlink:href offset textLength lengthAdjust
  gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset stop-color stop-opacity color opacity
  clip-path clip-rule mask display visibility overflow vector-effect paint-order shape-rendering
  text-rendering image-rendering color-interpolation isolation mix-blend-mode mask-type
  font-family font-size font-style font-weight font-variant font-stretch letter-spacing word-spacing
  text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode
  enable-background`);

/** The namespace attributes, each with the only value it may have. */
export const svgNamespaces: ReadonlyMap<string, string> = new Map([
  ['xmlns', 'http://www.w3.org/2000/svg'],
  ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
]);

/** CSS and transform functions that load nothing; `url` is checked separately. */
export const svgFunctions = splitNames(`
  rgb rgba hsl hsla matrix translate translateX translateY scale scaleX scaleY rotate skewX skewY
  calc var`);
