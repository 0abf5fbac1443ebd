import type { ReactNode } from 'react';

/** The level of a report's title: 1 in a file of its own, 2 on a page that has a heading already. */
export type TitleLevel = 1 | 2;

interface HeadingProps {
  level: TitleLevel;
  className?: string | undefined;
  children: ReactNode;
}

/** The heading of a section, one level below the report's title. */
export function SectionHeading({ level, ...rest }: HeadingProps) {
  return level === 1 ? <h2 {...rest} /> : <h3 {...rest} />;
}

/** The report's title. */
export function Title({ level, ...rest }: HeadingProps) {
  return level === 1 ? <h1 {...rest} /> : <h2 {...rest} />;
}
