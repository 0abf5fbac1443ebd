import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type PageSettings, pageSettingsElementId } from '../../contract/page-settings.ts';
import { type Assets, loadAssets } from './assets.ts';
import { earlyTagsOf, linksOf, readPageFiles } from './page-files.ts';

/** Where the dashboard comes from: built files, or a development server. */
export interface Page {
  /** Returns the document for one request, with the settings filled in. */
  renderDocument(settings: PageSettings, path: string): Promise<string>;
  assets: Assets;
  /** For the document and the files. */
  contentSecurityPolicy: string;
  /** Handles every request before the host does, and calls `next` to pass it on. */
  interceptRequest?: (
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    next: () => void,
  ) => void;
  close?: () => Promise<void>;
}

/** @param server the host's server, before it listens. */
export type OpenPage = (server: Server) => Promise<Page>;

const emptyBlock = `<script type="application/json" id="${pageSettingsElementId}"></script>`;

/** Thrown if there is no dashboard to serve, or its document has no block for the settings. */
export class PageMissing extends Error {
  override name = 'PageMissing';
}

/**
 * Fills the document's empty JSON block. `<` is escaped, so that no text can end the block.
 * @throws PageMissing for a document without the block.
 */
export function withSettings(document: string, settings: PageSettings): string {
  const at = document.indexOf(emptyBlock);
  if (at < 0) throw new PageMissing(`index.html has no empty block ${emptyBlock}.`);
  const json = JSON.stringify(settings).replaceAll('<', '\\u003c');
  const end = at + emptyBlock.length;
  return `${document.slice(0, end - '</script>'.length)}${json}</script>${document.slice(end)}`;
}

/**
 * Opens the built dashboard in `folder`, whose files are read once.
 * @throws PageMissing if there is none, or its document has no block for the settings.
 */
export async function openBuiltPage(folder: string, contentSecurityPolicy: string): Promise<Page> {
  let document: string;
  try {
    document = await readFile(join(folder, 'index.html'), 'utf8');
  } catch {
    throw new PageMissing(`There is no dashboard in ${folder}: run "npm run build" first.`);
  }
  if (!document.includes(emptyBlock))
    throw new PageMissing(`index.html has no empty block ${emptyBlock}.`);
  // Without a manifest, pages only load a little more slowly.
  const filesOf = readPageFiles(
    await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '{}'),
  );
  return {
    renderDocument: async (settings, path) => {
      // Without a session, every path shows the sign-in page or, on the paths of shares, a page that is just as small.
      const files = filesOf(settings.session === null ? '/sign-in' : path);
      const filledDocument = withSettings(document, settings);
      if (files === null) return filledDocument;
      return filledDocument
        .replace('<script type="module"', (tag) => earlyTagsOf(files) + tag)
        .replace('</head>', (tag) => linksOf(files) + tag);
    },
    assets: await loadAssets(folder),
    contentSecurityPolicy,
  };
}
