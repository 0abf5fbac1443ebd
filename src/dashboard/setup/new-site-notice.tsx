import { Link } from '@tanstack/react-router';
import { whereAndWhenHash } from '../scans/where-and-when-hash.ts';
import { Notice } from '../ui/notice.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set when a set-up opens right after its site was created. */
    isNewSite?: boolean;
    /** Why no scan was started after the site was created, for the user. */
    notStarted?: string;
  }
}

interface NewSiteNoticeProps {
  canRunScans: boolean;
  /** Whether where and when its questions are asked is stored. */
  isAsked: boolean;
}

/** Says that a site has been created, and what comes next. */
export function NewSiteNotice({ canRunScans, isAsked }: NewSiteNoticeProps) {
  return (
    <Notice>
      The site is set up.{' '}
      {canRunScans && !isAsked ? (
        <>
          Choose{' '}
          <Link to="." search={true} state={true} hash={whereAndWhenHash}>
            where and when
          </Link>{' '}
          its questions are asked.
        </>
      ) : (
        `Its pages show figures once a scan has ${canRunScans ? 'completed' : 'been imported'}.`
      )}
    </Notice>
  );
}
