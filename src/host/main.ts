import { resolve } from 'node:path';
import { contentSecurityPolicy } from './http/headers.ts';
import { openBuiltPage } from './page/page.ts';
import { run } from './process/run.ts';

const buildFolder = resolve(import.meta.dirname, '../../dist');
await run(() => openBuiltPage(buildFolder, contentSecurityPolicy));
