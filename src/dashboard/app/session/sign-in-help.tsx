import type { SignInHelp as Help } from '../../../contract/page-settings.ts';
import { Button } from '../../ui/button.tsx';
import styles from './sign-in-page.module.css';

/** In lines that fit a phone. */
const createCommand =
  'npm run keys -- create --name NAME \\\n  --new-account ACCOUNT \\\n  --scope setup:write';

interface SignInHelpProps {
  help: Help;
  /** Whether a sign-in is under way. */
  isBusy: boolean;
  onChooseKey: (key: string) => void;
}

/** Help for users without a key: sample keys as buttons, or how to create an account with a key or import data. */
export function SignInHelp({
  help: { sampleKeys, isEmpty },
  isBusy,
  onChooseKey,
}: SignInHelpProps) {
  if (sampleKeys.length > 0) {
    return (
      <section className={styles['help']}>
        <h2>Try the sample data</h2>
        <ul>
          {sampleKeys.map(({ key, opens }) => (
            <li key={key}>
              <Button isUnavailable={isBusy} onClick={() => onChooseKey(key)}>
                {key}
              </Button>
              <p className={styles['hint']}>{opens}</p>
            </li>
          ))}
        </ul>
      </section>
    );
  }
  if (!isEmpty) return null;
  return (
    <section className={styles['help']}>
      <h2>No data yet</h2>
      <p className={styles['hint']}>
        On the machine that runs this dashboard, create an account and an API key. Then sign in with
        the key to set up your first client:
      </p>
      <pre>{createCommand}</pre>
      <p className={styles['hint']}>Or import data from a file, and create a key for it:</p>
      <pre>{'npm run import -- FILE\nnpm run keys -- create --name NAME'}</pre>
    </section>
  );
}
