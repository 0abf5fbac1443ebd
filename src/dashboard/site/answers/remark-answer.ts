interface Processor {
  data: () => object;
}

interface Options {
  /** Whether the text begins with an indented line. */
  isIndented: boolean;
  /** Whether the text is part of a longer one, which may have the notes that it refers to elsewhere. */
  isPart: boolean;
}

/**
 * A remark plugin for Markdown as platforms write it: HTML tags do not end the Markdown around them, and a text that
 * begins with an indented line is indented as a whole, not code.
 */
export function remarkAnswer(this: Processor, { isIndented, isPart }: Options): void {
  const disabled = [
    'htmlFlow',
    ...(isIndented ? ['codeIndented'] : []),
    ...(isPart ? ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'] : []),
  ];
  const data: { micromarkExtensions?: unknown[] } = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: disabled } }];
}
