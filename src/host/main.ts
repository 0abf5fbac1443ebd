import { resolve } from 'node:path';
import { contentSecurityPolicy } from './headers.ts';
import { openBuiltPage } from './page.ts';
import { run } from './run.ts';

const built = resolve(import.meta.dirname, '../../dist');
await run(() => openBuiltPage(built, contentSecurityPolicy));
