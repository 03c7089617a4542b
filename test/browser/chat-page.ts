import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { recordPanel, type Shown } from './record-panel.ts';

/** A page of the chat, with what a person does and sees on it. */
export interface ChatPage {
  readonly page: Page;
  /** Everything that went wrong on the page. */
  readonly faults: readonly string[];
  send(text: string): Promise<void>;
  stop(): Promise<void>;
  /** What the panel shows; `null` where there is none. */
  shown(): Promise<Shown | null>;
  /** Everything that the panel has shown since the page was loaded, in order. */
  history(): Promise<readonly (Shown | null)[]>;
  /** Waits until the panel shows what is expected. */
  until(expected: unknown): Promise<void>;
  /**
   * Waits until the panel has shown what is expected, if only for a moment. A busy browser draws some moments only: ask
   * for something that lasts.
   */
  passed(expected: unknown): Promise<void>;
  /** Waits until the answer is complete and the next message can be sent. */
  idle(): Promise<void>;
  /** The lines about the plan in the transcript. */
  rows(): Promise<readonly string[]>;
}

/** Long enough for a whole answer on a machine that has much to do. */
const WAIT = { timeout: 40_000, interval: 50 };

/** Opens a page and records its panel from the first moment on. */
export async function openChat(context: BrowserContext, url: string): Promise<ChatPage> {
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT.timeout);
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
  const history = () => page.evaluate(() => window.panelHistory);
  const send = page.getByRole('button', { name: 'Send' });
  return {
    page,
    faults,
    async send(text) {
      await page.getByRole('textbox', { name: 'Message' }).fill(text);
      await send.click();
    },
    stop: () => page.getByRole('button', { name: 'Stop' }).click(),
    shown,
    history,
    until: (expected) => expect.poll(shown, WAIT).toEqual(expected),
    passed: (expected) => expect.poll(history, WAIT).toContainEqual(expected),
    idle: () => expect.poll(() => send.count(), WAIT).toBe(1),
    rows: () => page.locator('.plan-row').allTextContents(),
  };
}

export const active = (summary: string) => expect.objectContaining({ state: 'active', summary });
export const settled = (summary: string) => expect.objectContaining({ state: 'settled', summary });
/** An accepted plan of a message about a topic, however far it has come. */
export const planAbout = (topic: string) =>
  expect.objectContaining({
    state: expect.stringMatching(/active|settled/),
    items: expect.arrayContaining([
      expect.objectContaining({ content: `Collect the facts about ${topic}` }),
    ]),
  });
export const DONE = settled('5/5 done');
