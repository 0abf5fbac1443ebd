import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './no-clients.module.css';

/** What to have at hand for the form of a new client. */
const needs = [
  ['Name and website', 'The client’s, or your own company’s.'],
  ['Competitors', 'Their names and websites. Three to ten are a good start.'],
  ['Questions', 'What its customers ask AI platforms, one per line. Twenty are a good start.'],
] as const;

/** Shown to a key that may create clients while there are none: how to create the first one. */
export function FirstClient() {
  return (
    <Card className={styles['first']}>
      <div className={styles['start']}>
        <h2>Create your first client</h2>
        <p className={styles['explanation']}>
          Say whose visibility to measure, against whom, and with which questions. You can change
          everything later. Figures appear once answers have been imported.
        </p>
        <div>
          <Link to="/clients/new" className={buttonClass('strong')}>
            New client
          </Link>
        </div>
        <p className={styles['explanation']}>
          Or import clients with their measurements from a file, on the machine that runs this
          dashboard:
        </p>
        <pre className={styles['command']}>npm run import -- FILE</pre>
      </div>
      <div className={styles['needs']}>
        <h3>What you need</h3>
        <dl>
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
