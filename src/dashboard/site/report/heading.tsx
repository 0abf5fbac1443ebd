import type { ReactNode } from 'react';

/** The level of a report's title: 1 in its own file, 2 on a page that already has a heading. */
export type TitleLevel = 1 | 2;

interface HeadingProps {
  /** The level of the report's title; a `SectionHeading` is one level below it. */
  level: TitleLevel;
  className?: string | undefined;
  children: ReactNode;
}

/** The heading of a section, one level below the report's title. */
export function SectionHeading({ level, ...props }: HeadingProps) {
  return level === 1 ? <h2 {...props} /> : <h3 {...props} />;
}

/** The report's title. */
export function Title({ level, ...props }: HeadingProps) {
  return level === 1 ? <h1 {...props} /> : <h2 {...props} />;
}
