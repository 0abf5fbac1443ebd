import { CatchBoundary } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import Markdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import type { Answer } from '../../../contract/sightline/answers.ts';
import styles from './answer-text.module.css';
import { BrandMark } from './brand-mark.tsx';
import { piecesOf, selectUsableMarks } from './marks.ts';
import { rehypeAnswer } from './rehype-answer.ts';
import { isSafeMarkdown } from './safe-markdown.ts';
import { hostOf } from './web-address.ts';

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
    <ExternalLink address={typeof src === 'string' ? src : ''}>{alt || 'Image'}</ExternalLink>
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

interface AnswerTextProps {
  text: string;
  marks: Answer['marks'];
}

/** The text without any formatting, with its brands marked. */
function PlainText({ text, marks }: AnswerTextProps) {
  return (
    <p className={styles['plain']}>
      {piecesOf(text, 0, selectUsableMarks(marks, text.length)).map((piece) =>
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

/** The text of an answer: Markdown without HTML or images, or plain text if Markdown would take too long or fails. */
export function AnswerText({ text, marks }: AnswerTextProps) {
  const plainText = <PlainText text={text} marks={marks} />;
  return (
    <div className={styles['text']} dir="auto">
      {isSafeMarkdown(text) ? (
        <CatchBoundary getResetKey={() => text} errorComponent={() => plainText}>
          <Markdown
            components={components}
            remarkPlugins={[remarkGfm]}
            rehypePlugins={[[rehypeAnswer, { source: text, marks }]]}
            urlTransform={toSafeAddress}
          >
            {text}
          </Markdown>
        </CatchBoundary>
      ) : (
        plainText
      )}
    </div>
  );
}
