import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openChat, type ChatPage } from './chat-page.ts';
import { openBrowser } from './chromium.ts';
import { startApp, type RunningApp } from './next-app.ts';

export interface Chats {
  readonly app: () => RunningApp;
  /** Opens a page of the application; by default that of a new chat. */
  readonly open: (path?: string) => Promise<ChatPage>;
  /** Keeps a picture of a page in the folder that SCREENSHOTS names, for people to look at. */
  readonly screenshot: (chat: ChatPage, name: string) => Promise<void>;
}

/** Starts the application and a browser for the tests of a block; each test has a profile of its own. */
export function useChats(settings: Readonly<Record<string, string>> = {}): Chats {
  let app: RunningApp;
  let browser: Browser;
  let context: BrowserContext;
  let pages: ChatPage[] = [];

  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(settings), openBrowser()]);
  });

  afterAll(async () => {
    await Promise.all([app?.close(), browser?.close()]);
  });

  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1100, height: 800 } });
  });

  afterEach(async () => {
    const faults = pages.flatMap((page) => page.faults);
    pages = [];
    await context.close();
    expect(faults).toEqual([]);
  });

  return {
    app: () => app,
    async open(path = '/') {
      const chat = await openChat(context, `${app.url}${path}`);
      pages.push(chat);
      return chat;
    },
    async screenshot({ page }, name) {
      const folder = process.env['SCREENSHOTS'];
      if (folder === undefined) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    },
  };
}
