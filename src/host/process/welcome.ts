import { sampleKeys as allSampleKeys, sampleRecommendation } from '../../service/sample/keys.ts';

export interface WelcomeOptions {
  url: string;
  /** Where other people reach the host; null if unknown. */
  publicUrl: string | null;
  /** Sample keys that are neither revoked nor expired; empty without sample data. */
  sampleKeys: readonly string[];
  /** Whether the store holds data other than the sample; true if unknown. */
  hasOwnData: boolean;
  isOnLoopback: boolean;
  serviceUrl: URL | null;
}

const notesPath = `/sites/${sampleRecommendation.siteId}/timeline?recommendation=${sampleRecommendation.id}`;

const createKeyHint = 'Create an API key with: npm run keys -- create --name NAME';
const createAccountCommand =
  'npm run keys -- create --name NAME --new-account ACCOUNT --scope setup:write';

const formatSampleKeys = (workingKeys: readonly string[]): string[] => {
  const width = Math.max(...workingKeys.map((key) => key.length));
  return allSampleKeys
    .filter(({ key }) => workingKeys.includes(key))
    .map(({ key, description }) => `  ${key.padEnd(width)}  ${description}`);
};

const describeNextSteps = (hasOwnData: boolean): string[] =>
  hasOwnData
    ? [createKeyHint]
    : [
        'There is no data yet. To set up clients in the browser, create an account and a key with:',
        `  ${createAccountCommand}`,
        'Or import data with: npm run import -- FILE',
        createKeyHint,
      ];

const describeSignIn = ({
  sampleKeys,
  hasOwnData,
  isOnLoopback,
  serviceUrl,
}: WelcomeOptions): string[] => {
  if (serviceUrl !== null) return [`Sign in with an API key of the service at ${serviceUrl.href}`];
  if (!isOnLoopback) {
    return [
      'Sample keys do not work, because HOST is not a loopback address.',
      'Browsers keep the session cookie only over HTTPS: put a proxy that terminates TLS in front of this host.',
      ...describeNextSteps(hasOwnData),
    ];
  }
  if (sampleKeys.length === 0) return describeNextSteps(hasOwnData);
  if (hasOwnData) {
    return [createKeyHint, `The sample data is still there. Its keys: ${sampleKeys.join(', ')}`];
  }
  return [
    'The dashboard shows invented sample data. Sign in with one of these keys:',
    ...formatSampleKeys(sampleKeys),
    `To try notes, go to ${notesPath}`,
    `To start with your own data: ${createAccountCommand}`,
    'Or import it with: npm run import -- FILE',
  ];
};

/** Formats the lines printed at startup, which say where to go and how to sign in. */
export const formatWelcome = (options: WelcomeOptions): string[] => [
  `Sightline is running at ${options.url}`,
  ...(options.publicUrl === null ? [] : [`People reach it at ${options.publicUrl}`]),
  ...describeSignIn(options),
];
