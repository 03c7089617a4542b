import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What the panel showed at one moment. */
export interface Shown {
  readonly state: string;
  readonly summary: string;
  readonly items: readonly { readonly status: string; readonly content: string }[];
}

/** A page of the chat, with what a person does on it. */
export interface ChatPage {
  readonly page: Page;
  /** Everything that went wrong on the page. */
  readonly faults: readonly string[];
  send(text: string): Promise<void>;
  /** What the panel shows; `null` where there is none. */
  shown(): Promise<Shown | null>;
  /** Everything that the panel has shown since the page was opened, in order. */
  history(): Promise<readonly (Shown | null)[]>;
  /** Waits until the panel shows what is expected. */
  until(expected: unknown, timeout?: number): Promise<void>;
}

/** Opens a page and records its panel from the first moment on. */
export async function openChat(context: BrowserContext, url: string): Promise<ChatPage> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // What Chromium says of a connection that breaks is the point of some tests.
    const isNetwork = /Failed to load resource|net::ERR|network error/.test(message.text());
    if (message.type() === 'error' && !isNetwork) faults.push(message.text());
  });
  await page.addInitScript(recordPanel);
  await page.goto(url);
  const shown = () => page.evaluate(() => window.readPanel());
  return {
    page,
    faults,
    async send(text) {
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
    },
    shown,
    history: () => page.evaluate(() => window.panelHistory),
    until: (expected, timeout = 20_000) =>
      expect.poll(shown, { timeout, interval: 50 }).toEqual(expected),
  };
}

declare global {
  interface Window {
    readPanel: () => Shown | null;
    panelHistory: (Shown | null)[];
  }
}

/** Runs in the page: notes each state of the panel when it changes. */
function recordPanel(): void {
  const text = (element: Element, name: string) =>
    element.querySelector(`[data-todo-${name}]`)?.textContent ?? '';
  window.readPanel = () => {
    const panel = document.querySelector('[data-todo-panel]');
    if (panel === null) return null;
    return {
      state: panel.getAttribute('data-state') ?? '',
      summary: text(panel, 'summary'),
      items: Array.from(panel.querySelectorAll('li'), (item) => ({
        status: item.getAttribute('data-status') ?? '',
        content: text(item, 'content'),
      })),
    };
  };
  window.panelHistory = [];
  let last = '';
  const note = () => {
    const shown = window.readPanel();
    const now = JSON.stringify(shown);
    if (now !== last) window.panelHistory.push(shown);
    last = now;
  };
  new MutationObserver(note).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
}
