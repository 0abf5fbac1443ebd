import { isUtf8 } from 'node:buffer';

// What an SVG logo may contain: shapes, text, images, gradients, clips and masks. Anything not listed is refused.
// Checking takes time proportional to the length of the file. The lookbehinds in patterns are for that: they keep a
// search that fails at the beginning of a word or a rule from starting again at each of its other characters.

const splitNames = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const svgElements = splitNames(`
  svg g defs symbol use title desc style
  path rect circle ellipse line polyline polygon text tspan image
  linearGradient radialGradient stop clipPath mask`);

/** Names of attributes, with their prefixes. Their values are checked separately. */
const svgAttributes = splitNames(`
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
const svgNamespaces: ReadonlyMap<string, string> = new Map([
  ['xmlns', 'http://www.w3.org/2000/svg'],
  ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
]);

/** CSS and transform functions that load nothing; `url` is checked separately. */
const svgFunctions = splitNames(`
  rgb rgba hsl hsla matrix translate translateX translateY scale scaleX scaleY rotate skewX skewY
  calc var`);

/** Whether a URL is the data URL of an allowed PNG or WebP image. */
type IsRaster = (url: string) => boolean;

const xmlName = /^[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?$/;
/** A start tag: its name, its attributes and whether it closes itself. */
const tagPattern = /^<([^\s/>]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>$/;
const attributePattern = /(?<!\s)\s+([^\s=/>]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
/** A tag or other markup, whose quoted values may contain ">", or the text up to the next markup. */
const tokenPattern = /<(?:"[^"]*"|'[^']*'|[^'">])*>|[^<]+/y;
const declarationPattern = /^<\?xml\s+version=(["'])1\.0\1(?:\s+[\w-]+=(["'])[\w-]+\2)*\s*\?>/;
const fragmentPattern = /^#[\w.:-]+$/;
/** An ampersand, with the name of the predefined entity that it refers to, if any. */
const referencePattern = /&(?:(amp|lt|gt|quot|apos);)?/g;
const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Attributes whose values are neither styles nor addresses. */
const textAttributes = new Set(['aria-label', 'class', 'id']);

const commentReason = 'contains a comment in its styles';

class SvgRefusal extends Error {}

const refuse = (reason: string): never => {
  throw new SvgRefusal(reason);
};

/** Quotes a name from the file at the end of a message. Returns an empty string for a long or unusual name. */
const quoteName = (name: string) => (xmlName.test(name) && name.length <= 40 ? `: "${name}"` : '');

/** Replaces references to the predefined entities, the only ones allowed, with their characters. */
const decodeText = (text: string): string =>
  text.replace(
    referencePattern,
    (_, name?: string) =>
      entities.get(name ?? '') ??
      refuse('contains an "&" that is not part of &amp;, &lt;, &gt;, &quot; or &apos;'),
  );

/**
 * Refuses values that could load something: external addresses, unlisted functions and at-rules. Also refuses escapes
 * and comments, which could hide such values or a mask, and the property "all", which could set a mask.
 */
function checkValue(value: string): void {
  if (/[\\@]/.test(value)) refuse('contains "@" or "\\" in its styles or in an attribute');
  for (const [, name = ''] of value.matchAll(/(?<![\w-])([\w-]+)\s*\(/g)) {
    if (name.toLowerCase() !== 'url' && !svgFunctions.has(name)) {
      refuse(`contains a function that is not allowed${quoteName(name)}`);
    }
  }
  for (const [, target = ''] of value.matchAll(/url\s*\(([^)]*)\)?/gi)) {
    if (!fragmentPattern.test(target.trim().replace(/^(["'])(.*)\1$/, '$2'))) {
      refuse('refers to something outside itself');
    }
  }
  if (value.includes('/*')) refuse(commentReason);
  if (allPattern.test(value)) refuse('sets the property "all" in its styles');
}

interface Attribute {
  name: string;
  value: string;
}

function checkAttribute(element: string, { name, value }: Attribute, isRaster: IsRaster): void {
  if (!svgAttributes.has(name)) {
    refuse(`contains an attribute that is not allowed${quoteName(name)}`);
  }
  const namespace = svgNamespaces.get(name);
  if (namespace !== undefined) {
    if (value !== namespace) refuse('contains an unknown namespace');
  } else if (name === 'href' || name === 'xlink:href') {
    const isEmbedded = element === 'image' && isRaster(value);
    if (!isEmbedded && !fragmentPattern.test(value)) refuse('refers to something outside itself');
  } else if (!textAttributes.has(name)) checkValue(value);
}

function readAttributes(text: string): Attribute[] {
  const attributes = [...text.matchAll(attributePattern)].map(
    ([, name = '', double, single]): Attribute => ({
      name,
      value: decodeText(double ?? single ?? ''),
    }),
  );
  if (new Set(attributes.map(({ name }) => name)).size < attributes.length) {
    refuse('contains an element with a duplicate attribute');
  }
  return attributes;
}

/** The names of properties that a style sets, and other words before a colon. */
const readPropertyNames = (style: string): string[] =>
  [...style.matchAll(/(?<![\w-])([\w-]+)\s*:/g)].map(([, name = '']) => name);

const countMasks = (style: string): number =>
  readPropertyNames(style).filter((name) => /mask|clip-path/i.test(name)).length;

/** A declaration that sets every property, masks included. */
const allPattern = /(?:^|[^\w-])all\s*:/i;

/** Whether an attribute masks or clips its element. */
const isMasking = ({ name, value }: Attribute): boolean =>
  name === 'mask' || name === 'clip-path' || (name === 'style' && countMasks(value) > 0);

/** A quoted string without braces, other quotes or line breaks. */
const plainStringPattern = /"[^"'{}\n\r]*"|'[^"'{}\n\r]*'/g;

/** The classes whose elements a style sheet masks or clips. */
function findMaskingClasses(styles: string): string[] {
  // The pattern for rules would also match braces in strings, and browsers end a string at a line break.
  if (/["']/.test(styles.replace(plainStringPattern, ''))) {
    refuse('contains a string with a brace, a quote or a line break in its styles');
  }
  const refuseMask = () =>
    refuse('sets a mask or clip path in a style rule whose selector is not a single class');
  let unmatchedCount = countMasks(styles);
  const classes = [...styles.matchAll(/(?<![^{}])([^{}]*)\{([^{}]*)\}/g)].flatMap(
    ([, selectors = '', declarations = '']) => {
      const maskCount = countMasks(declarations);
      unmatchedCount -= maskCount;
      if (maskCount === 0) return [];
      return selectors
        .split(',')
        .map((selector) => /^\.([\w-]+)$/.exec(selector.trim())?.[1] ?? refuseMask());
    },
  );
  // The pattern does not match a rule that contains other rules, so it misses masks that such a rule sets itself.
  if (unmatchedCount > 0) refuseMask();
  return classes;
}

interface SvgElement {
  name: string;
  id: string | null;
  classes: readonly string[];
  /** The element that contains it; null for the root. */
  parent: SvgElement | null;
  /** Whether an attribute masks or clips it. */
  isMasked: boolean;
  /** Whether it is a mask or clip path, or inside one. */
  isInMask: boolean;
  /** Whether it is or contains a `use`. */
  hasUse: boolean;
}

/** Reads the markup of one image. Throws `SvgRefusal` at the first part that is not allowed. */
class SvgReader {
  readonly #isRaster: IsRaster;
  /** All elements, each after the one that contains it. */
  readonly #elements: SvgElement[] = [];
  /** The element whose end tag comes next. */
  #open: SvgElement | null = null;
  /** IDs of elements that a `use` copies. */
  readonly #usedIds = new Set<string>();
  /** IDs of elements that a `use` copies into a mask or clip path. */
  readonly #idsUsedInMasks = new Set<string>();
  /** Classes whose elements a style sheet masks or clips. */
  readonly #maskingClasses = new Set<string>();

  constructor(isRaster: IsRaster) {
    this.#isRaster = isRaster;
  }

  read(markup: string): void {
    let at = 0;
    while (at < markup.length) at = this.#readToken(markup, at);
    if (this.#elements.length === 0 || this.#open) refuse('is not well-formed XML');
    // Each level of copies multiplies the number of elements to draw.
    if (this.#elements.some(({ id, hasUse }) => id !== null && hasUse && this.#usedIds.has(id)))
      refuse('nests "use" elements');
    // Each level of masks multiplies the time taken to draw the image.
    if (this.#hasNestedMasks()) refuse('nests masks or clip paths');
  }

  /** Reads what is at an index, and returns where it ends. */
  #readToken(markup: string, at: number): number {
    if (markup.startsWith('<!--', at)) {
      // A browser drops the comment and joins the styles around it, which are checked separately here.
      if (this.#open?.name === 'style') refuse(commentReason);
      const end = markup.indexOf('-->', at + 4);
      return end < 0 ? refuse('is not well-formed XML') : end + 3;
    }
    tokenPattern.lastIndex = at;
    const [token] = tokenPattern.exec(markup) ?? refuse('is not well-formed XML');
    if (token.startsWith('<!') || token.startsWith('<?')) {
      refuse('contains a declaration (<!…> or <?…>), such as a DOCTYPE');
    } else if (token.startsWith('</')) this.#closeElement(token);
    else if (token.startsWith('<')) this.#openElement(token);
    else this.#readText(token);
    return at + token.length;
  }

  #openElement(token: string): void {
    const [, name = '', attributes = '', end] =
      tagPattern.exec(token) ?? refuse('is not well-formed XML');
    const isRoot = this.#open === null;
    if (isRoot && (this.#elements.length > 0 || name !== 'svg')) refuse('is not an SVG image');
    if (!svgElements.has(name)) refuse(`contains an element that is not allowed${quoteName(name)}`);
    if (this.#open?.name === 'style') refuse('contains an element in its styles');
    const attributeList = readAttributes(attributes);
    if (isRoot && !attributeList.some((attribute) => attribute.name === 'xmlns')) {
      refuse('lacks xmlns="http://www.w3.org/2000/svg"');
    }
    for (const attribute of attributeList) checkAttribute(name, attribute, this.#isRaster);
    const element = this.#addElement(name, attributeList);
    if (name === 'use') this.#recordUse(element, attributeList);
    if (end !== '/') this.#open = element;
  }

  #addElement(name: string, attributes: readonly Attribute[]): SvgElement {
    const parent = this.#open;
    const element: SvgElement = {
      name,
      id: attributes.find((attribute) => attribute.name === 'id')?.value ?? null,
      classes: attributes.flatMap((attribute) =>
        attribute.name === 'class' ? attribute.value.split(/\s+/) : [],
      ),
      parent,
      isMasked: attributes.some(isMasking),
      isInMask: name === 'mask' || name === 'clipPath' || parent?.isInMask === true,
      hasUse: false,
    };
    this.#elements.push(element);
    return element;
  }

  #recordUse(use: SvgElement, attributes: readonly Attribute[]): void {
    let element: SvgElement | null = use;
    for (; element && !element.hasUse; element = element.parent) element.hasUse = true;
    for (const { name, value } of attributes) {
      if (name === 'href' || name === 'xlink:href') {
        this.#usedIds.add(value.slice(1));
        if (use.isInMask) this.#idsUsedInMasks.add(value.slice(1));
      }
    }
  }

  #hasNestedMasks(): boolean {
    /** Elements that a mask or clip path contains or copies. */
    const drawnInMasks = new Set<SvgElement>();
    for (const element of this.#elements) {
      const { id, parent, isInMask, isMasked, classes } = element;
      const isCopied = id !== null && this.#idsUsedInMasks.has(id);
      if (!isInMask && !isCopied && !(parent && drawnInMasks.has(parent))) continue;
      if (isMasked || classes.some((name) => this.#maskingClasses.has(name))) return true;
      drawnInMasks.add(element);
    }
    return false;
  }

  #closeElement(token: string): void {
    const name = /^<\/([^\s>]+)\s*>$/.exec(token)?.[1];
    const open = this.#open ?? refuse('is not well-formed XML');
    if (open.name !== name) refuse('is not well-formed XML');
    this.#open = open.parent;
  }

  #readText(text: string): void {
    const decoded = decodeText(text);
    const parent = this.#open;
    if (!parent && text.trim() !== '') refuse('is not well-formed XML');
    if (parent?.name !== 'style') return;
    checkValue(decoded);
    for (const name of findMaskingClasses(decoded)) this.#maskingClasses.add(name);
  }
}

/**
 * Why an SVG image is refused; null if it is well-formed, has only allowed elements and attributes, refers to nothing
 * outside itself, runs nothing, and nests neither copies nor masks.
 * @param isRaster checks the images embedded in it.
 */
export function findSvgFault(bytes: Buffer, isRaster: IsRaster): string | null {
  if (!isUtf8(bytes)) return 'is not an SVG, PNG or WebP image (SVG must be UTF-8)';
  try {
    const text = new TextDecoder().decode(bytes);
    // XML forbids most control characters, and an image needs none except white space.
    if (/[^\t\n\r\P{Cc}]/u.test(text)) refuse('contains control characters');
    new SvgReader(isRaster).read(text.replace(declarationPattern, ''));
    return null;
  } catch (error) {
    if (error instanceof SvgRefusal) return error.message;
    throw error;
  }
}
