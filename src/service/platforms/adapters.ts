import type { PlatformId } from '../../contract/enums.ts';
import { chatgpt } from './chatgpt.ts';
import { claude } from './claude.ts';
import { gemini } from './gemini.ts';
import { perplexity } from './perplexity.ts';
import type { PlatformAdapter } from './platform.ts';

/** Every adapter. */
export const adapters: readonly PlatformAdapter[] = [claude, chatgpt, gemini, perplexity];

/** The adapter that asks a platform; undefined for one that Sightline cannot ask. */
export const adapterOf = (platform: PlatformId): PlatformAdapter | undefined =>
  adapters.find(({ platforms }) => platforms.includes(platform));
