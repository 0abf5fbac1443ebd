import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentProps, memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import Markdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { linkDefinitionPattern } from '../../../contract/answer-text/markdown-patterns.ts';
import {
  createOffsetConverter,
  findVisibleRanges,
  joinRanges,
} from '../../../contract/answer-text/visible-ranges.ts';
import type { Answer } from '../../../contract/sightline/answers.ts';
import { pause } from '../../api/pace.ts';
import styles from './answer-text.module.css';
import { BrandMark } from './brand-mark.tsx';
import { type MarkRange, piecesOf, selectUsableMarks } from './marks.ts';
import { rehypeAnswer } from './rehype-answer.ts';
import { isSafeMarkdown, isShortEnough } from './safe-markdown.ts';
import { type MarkdownPart, splitMarkdown, splitPlainText, type TextPart } from './split-text.ts';
import { hostOf } from './web-address.ts';

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
function remarkAnswer(this: Processor, { isIndented, isPart }: Options): void {
  const disabled = [
    'htmlFlow',
    ...(isIndented ? ['codeIndented'] : []),
    ...(isPart ? ['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'] : []),
  ];
  const data: { micromarkExtensions?: unknown[] } = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: disabled } }];
}

/** A link to an external page, followed by its domain unless the link's text is an address in that domain. */
function ExternalLink({ address, children }: { address: string; children: ReactNode }) {
  const host = hostOf(address);
  // Only web addresses become links; a link within the answer, for example, would lead nowhere on this page.
  if (host === null) return children;
  const isDomainShown = typeof children === 'string' && hostOf(children) === host;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      // Drawn by the style sheet, so that copying the text leaves the domain out.
      data-domain={isDomainShown ? undefined : host}
    >
      {children}
    </a>
  );
}

/** Lets the keyboard scroll a wide table. */
const tabStop = { tabIndex: 0 } as const;

type Props<T extends 'a' | 'img' | 'input' | 'mark' | 'table'> = ComponentProps<T> &
  ExtraProps & { 'data-brand'?: string; 'data-first'?: boolean | string };

const components: Components = {
  a: ({ href = '', children }: Props<'a'>) => (
    <ExternalLink address={href}>{children}</ExternalLink>
  ),
  // Loading an image would reveal the reader to its host.
  img: ({ src, alt }: Props<'img'>) => (
    <ExternalLink address={typeof src === 'string' ? src : ''}>{alt || 'Picture'}</ExternalLink>
  ),
  // A task list is read-only here, so its boxes are text.
  input: ({ checked }: Props<'input'>) => (
    <span role="img" aria-label={checked ? 'Done' : 'To do'}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  mark: ({ children, node }: Props<'mark'>) => (
    <BrandMark
      brandId={String(node?.properties['dataBrand'])}
      isFirst={node?.properties['dataFirst'] === true}
    >
      {children}
    </BrandMark>
  ),
  table: ({ children }: Props<'table'>) => (
    <section className={styles['scroller']} aria-label="Table" {...tabStop}>
      <table>{children}</table>
    </section>
  ),
};

const toSafeAddress = (address: string): string => (hostOf(address) === null ? '' : address);

type ShownPart = (TextPart | MarkdownPart) & { marks: readonly MarkRange[] };

/** A part of the text without any formatting, with its brands marked. */
function PlainText({ part: { text, marks } }: { part: ShownPart }) {
  return (
    <p className={styles['plain']}>
      {piecesOf(text, 0, marks).map((piece) =>
        piece.brandId === null ? (
          piece.text
        ) : (
          <BrandMark key={piece.start} brandId={piece.brandId} isFirst>
            {piece.text}
          </BrandMark>
        ),
      )}
    </p>
  );
}

/** Definitions of links for all parts of a text; longer ones would be parsed again for every part. */
const maxDefinitionsLength = 10_000;

function findLinkDefinitions(text: string): string {
  const definitions = (text.match(linkDefinitionPattern) ?? []).join('\n');
  return definitions.length > maxDefinitionsLength ? '' : definitions;
}

interface Context {
  isIndented: boolean;
  isPart: boolean;
  linkDefinitions: string;
}

const MarkdownText = ({ part, context }: { part: MarkdownPart & ShownPart; context: Context }) => {
  const { text, marks, headingLevel } = part;
  const { isIndented, isPart, linkDefinitions } = context;
  return (
    <CatchBoundary getResetKey={() => text} errorComponent={() => <PlainText part={part} />}>
      <Markdown
        components={components}
        remarkPlugins={[[remarkAnswer, { isIndented, isPart }], remarkGfm]}
        rehypePlugins={[[rehypeAnswer, { text, marks, headingLevel }]]}
        urlTransform={toSafeAddress}
      >
        {isPart && linkDefinitions !== '' ? `${text}\n\n${linkDefinitions}` : text}
      </Markdown>
    </CatchBoundary>
  );
};

/** Keeps a part that is drawn from being parsed again when the next one is added. */
const Part = memo(({ part, context }: { part: ShownPart; context: Context }) =>
  'headingLevel' in part && isSafeMarkdown(part.text) ? (
    <MarkdownText part={part} context={context} />
  ) : (
    splitPlainText(part.text).map((plain) => (
      <PlainText key={plain.start} part={selectMarks(plain, part.marks)} />
    ))
  ),
);

/** A part with the marks in it, which are given and returned relative to the text that holds them. */
const selectMarks = <P extends TextPart>(part: P, marks: readonly MarkRange[]) => ({
  ...part,
  marks: marks
    .filter(({ start, end }) => end > part.start && start < part.start + part.text.length)
    .map((mark) => ({
      ...mark,
      start: Math.max(0, mark.start - part.start),
      end: Math.min(part.text.length, mark.end - part.start),
    })),
});

interface AnswerTextProps {
  text: string;
  marks: Answer['marks'];
}

/** Prepares an answer's text, so that it can be drawn part by part. */
function splitAnswer({ text, marks }: AnswerTextProps): { parts: ShownPart[]; context: Context } {
  const ranges = findVisibleRanges(text);
  const visibleText = joinRanges(text, ranges);
  const toVisible = createOffsetConverter(ranges);
  const visibleMarks = selectUsableMarks(marks, text.length).map((mark) => ({
    ...mark,
    start: toVisible(mark.start),
    end: toVisible(mark.end),
  }));
  const parts = isShortEnough(visibleText)
    ? splitMarkdown(visibleText)
    : splitPlainText(visibleText);
  return {
    parts: parts.map((part) => selectMarks(part, visibleMarks)),
    context: {
      isIndented: /^(?:[ \t]*\r?\n)*(?: {4}| {0,3}\t)/.test(visibleText),
      isPart: parts.length > 1,
      linkDefinitions: findLinkDefinitions(visibleText),
    },
  };
}

/** Counts up to a total, one at a time, letting the browser draw and handle input in between. */
function useGrowingCount(total: number): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= total) return;
    let isCancelled = false;
    void pause().then(() => {
      if (!isCancelled) setCount(count + 1);
    });
    return () => {
      isCancelled = true;
    };
  }, [count, total]);
  return count;
}

/**
 * The text of an answer, part by part: Markdown without HTML or images, or plain text where Markdown would take too
 * long or fails.
 */
export function AnswerText({ text, marks }: AnswerTextProps) {
  const { parts, context } = useMemo(() => splitAnswer({ text, marks }), [text, marks]);
  const shownCount = useGrowingCount(parts.length);
  return (
    <div className={styles['text']} dir="auto">
      {parts.slice(0, shownCount).map((part) => (
        <Part key={part.start} part={part} context={context} />
      ))}
    </div>
  );
}
