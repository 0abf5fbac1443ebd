import { Link } from '@tanstack/react-router';
import { useCanRunScans } from '../../app/session/use-session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './no-clients.module.css';

/** Whose name and website the form of a new client or site asks for. */
const owners = { client: 'The client’s, or your own company’s.', site: 'Your own company’s.' };

/** What else to have at hand. */
const needs = [
  ['Competitors', 'Their names and websites. Three to ten are a good start.'],
  ['Questions', 'What customers ask AI platforms, one per line. Twenty are a good start.'],
] as const;

/** Shown to a key that may create clients, or sites of a business, while there are none: how to create the first one. */
export function FirstSetup({ noun }: { noun: 'client' | 'site' }) {
  const canRunScans = useCanRunScans();
  return (
    <Card className={styles['first']}>
      <div className={styles['start']}>
        <h2>Create your first {noun}</h2>
        <p className={styles['explanation']}>
          Say whose visibility to measure, against whom, and with which questions. You can change
          everything later.{' '}
          {canRunScans
            ? 'Choose in the same form where and when AI platforms are asked, and run a scan. Figures appear once it has completed.'
            : 'Figures appear once answers have been imported.'}
        </p>
        <div>
          <Link
            to={noun === 'client' ? '/clients/new' : '/sites/new'}
            className={buttonClass('strong')}
          >
            New {noun}
          </Link>
        </div>
        <p className={styles['explanation']}>
          Or import {noun}s with their measurements from a file, on the machine that runs this
          dashboard:
        </p>
        <pre className={styles['command']}>npm run import -- FILE</pre>
      </div>
      <div className={styles['needs']}>
        <h3>What you need</h3>
        <dl>
          <div>
            <dt>Name and website</dt>
            <dd>{owners[noun]}</dd>
          </div>
          {needs.map(([name, description]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
