import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest';
import type { BrowserContext } from 'playwright-core';
import { accessibilityFaults, screenshot } from './looks.ts';
import { openBrowser, whyNoBrowser } from './chromium.ts';
import { openChat, type ChatPage } from './chat-page.ts';
import { buildApp, startApp, type RunningApp } from './next-app.ts';

const LOOKS = [
  ['wide', 1100, 'light'],
  ['wide-dark', 1100, 'dark'],
  ['narrow', 360, 'light'],
  ['narrow-dark', 360, 'dark'],
] as const;

const settled = (summary: string) => expect.objectContaining({ state: 'settled', summary });
const active = (summary: string) => expect.objectContaining({ state: 'active', summary });
const DONE = settled('5/5 done');

describe.skipIf(whyNoBrowser())('the Next.js example in a browser', { timeout: 60_000 }, () => {
  let app: RunningApp;
  let context: BrowserContext;
  let pages: ChatPage[] = [];

  const open = async (path = '/') => {
    const chat = await openChat(context, `${app.url}${path}`);
    pages.push(chat);
    return chat;
  };
  const pathOf = ({ page }: ChatPage) => new URL(page.url()).pathname;

  beforeAll(async () => {
    const { code, stdout, stderr } = await buildApp();
    expect({ code, output: code === 0 ? '' : stdout + stderr }).toEqual({ code: 0, output: '' });
    // Nothing of it was made ahead: each of its routes is marked as rendered on demand.
    const routes = Array.from(stdout.matchAll(/^[┌├└] (.) (\/\S*)/gm), ([, kind, path]) => [
      path,
      kind,
    ]);
    expect(Object.fromEntries(routes)).toEqual({
      '/': 'ƒ',
      '/_not-found': '○',
      '/api/chat': 'ƒ',
      '/api/chat/[id]/stop': 'ƒ',
      '/api/chat/[id]/stream': 'ƒ',
      '/api/plan/[id]': 'ƒ',
      '/chat/[id]': 'ƒ',
    });
    app = await startApp();
  }, 400_000);

  afterAll(async () => app?.close());

  beforeEach(async () => {
    context = await openBrowser();
  });

  afterEach(async () => {
    const faults = pages.flatMap((page) => page.faults);
    pages = [];
    await context.close();
    expect(faults).toEqual([]);
  });

  it('shows the plan while it is written, as a preview, then as it was accepted, then at rest', async () => {
    const chat = await open();
    await chat.send('Write about tides');
    await chat.until(DONE, 30_000);
    const history = (await chat.history()).filter((shown) => shown !== null);
    const previews = history.filter(({ state }) => state === 'preview');
    const counts = previews.map(({ items }) => items.length);
    expect(counts.length).toBeGreaterThan(5);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(previews[0]?.summary).toBe('Preview, not accepted yet');
    // Once a plan stands no preview takes its place.
    const states = history.map(({ state }) => state);
    expect(states.lastIndexOf('preview')).toBeLessThan(states.indexOf('active'));
    expect(states.at(-1)).toBe('settled');
    const rows = await chat.page.locator('.plan-row').allTextContents();
    expect(rows).toEqual([
      '0/5 done · Collect the facts about tides',
      '1/5 done · Draft the outline',
      '2/5 done · Write the text',
      '3/5 done · Check every claim',
      '4/5 done · Polish',
      '5/5 done',
    ]);
  });

  it('goes on after a reload in the middle, and is still there after a restart of the server', async () => {
    const chat = await open();
    await chat.send('Write about lighthouses');
    await chat.until(active('1/5 done · Draft the outline'));
    await chat.page.reload();
    // Also in the server's own render, before any script has run.
    const html = await (await chat.page.request.get(chat.page.url())).text();
    expect(html).toMatch(/data-todo-panel.*Collect the facts about lighthouses/s);
    await chat.until(DONE, 30_000);
    await expect.poll(() => chat.page.locator('.plan-row').count()).toBe(6);
    await expect.poll(() => chat.page.getByText('Here it is').count()).toBe(1);

    await app.restart();
    await chat.page.reload();
    await chat.until(DONE);
    expect(await chat.page.locator('.plan-row').count()).toBe(6);
    // The page that stays open connects again, and follows the next turn.
    await chat.send('Write about anchors');
    await chat.until(
      expect.objectContaining({
        items: expect.arrayContaining([
          { status: 'in_progress', content: 'Collect the facts about anchors' },
        ]),
      }),
    );
  });

  it('clears with the next message', async () => {
    const chat = await open();
    await chat.send('Write about rope');
    await chat.until(DONE, 30_000);
    await expect.poll(() => chat.page.getByRole('button', { name: 'Send' }).count()).toBe(1);
    const before = (await chat.history()).length;
    await chat.send('Write about sails');
    await chat.until(active('4/5 done · Polish'), 30_000);
    const later = (await chat.history()).slice(before);
    expect(later).toContainEqual(null);
    const afterClear = later.slice(later.indexOf(null));
    expect(JSON.stringify(afterClear)).not.toContain('rope');
    expect(JSON.stringify(afterClear)).toContain('sails');
  });

  it('is visible and calm when a turn was cut, by a person or by a crash', async () => {
    const paused = expect.objectContaining({
      state: 'settled',
      items: expect.arrayContaining([expect.objectContaining({ status: 'paused' })]),
    });
    const stopped = await open();
    await stopped.send('Write about tar');
    await stopped.until(active('1/5 done · Draft the outline'));
    await stopped.page.getByRole('button', { name: 'Stop' }).click();
    await stopped.until(paused);
    await stopped.page.reload();
    await stopped.until(paused);
    expect((await stopped.history()).find((shown) => shown !== null)).toEqual(paused);

    const crashed = await open();
    await crashed.send('Write about knots');
    await crashed.until(active('1/5 done · Draft the outline'));
    await app.restart();
    await crashed.page.reload();
    await crashed.until(paused);
  });

  it('is never replaced by a call that was refused, and the chat tells why', async () => {
    const chat = await open();
    await chat.send('Do it in parallel: write about nets');
    await chat.until(DONE, 30_000);
    expect(await chat.page.locator('.plan-row.refused').allTextContents()).toEqual([
      expect.stringContaining('at most one task may be in_progress (got 2)'),
    ]);
    const accepted = (await chat.history()).filter((shown) => shown?.state === 'active');
    const mostActive = accepted.map(
      (shown) => shown?.items.filter(({ status }) => status === 'in_progress').length ?? 0,
    );
    expect(Math.max(...mostActive)).toBe(1);
  });

  it('folds by keyboard, is named and announced, and reads well when narrow and in the dark', async () => {
    const chat = await open();
    const { page } = chat;
    await chat.send('Write about the history of navigation by stars');
    await chat.until(active('2/5 done · Write the text'), 30_000);
    await expect
      .poll(() => page.locator('[data-todo-panel] [role=status]').textContent(), { timeout: 5000 })
      .toMatch(/^\d\/5 done/);
    for (const [name, width, colorScheme] of LOOKS) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      expect({ name, faults: await accessibilityFaults(page) }).toEqual({ name, faults: [] });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect({ name, overflow }).toEqual({ name, overflow: 0 });
      await screenshot(page, name);
    }
    await chat.until(DONE, 30_000);
    await screenshot(page, 'done');

    const toggle = page.getByRole('button', { name: /^Plan/ });
    await toggle.focus();
    for (const [key, expanded] of [
      ['Enter', 'false'],
      ['Space', 'true'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await toggle.getAttribute('aria-expanded')).toBe(expanded);
      expect(await page.locator('[data-todo-list]').count()).toBe(expanded === 'true' ? 1 : 0);
      expect(await accessibilityFaults(page)).toEqual([]);
    }
  });

  it('is the same in two tabs', async () => {
    const first = await open();
    await first.send('Write about buoys');
    await first.until(active('0/5 done · Collect the facts about buoys'));
    const second = await open(pathOf(first));
    await second.until(DONE, 30_000);
    await first.until(DONE);
    await expect.poll(() => second.page.getByRole('button', { name: 'Send' }).count()).toBe(1);
    await second.send('Write about masts');
    // The first tab did nothing, and follows.
    await first.until(active('1/5 done · Draft the outline'));
    expect(JSON.stringify(await first.shown())).toContain('masts');
    await first.until(DONE, 30_000);
  });

  it('never shows the plan of another chat', async () => {
    const chat = await open();
    await chat.send('Write about gulls');
    await chat.until(DONE, 30_000);
    await chat.page.getByRole('link', { name: 'New chat' }).click();
    await chat.until(null);
    const before = (await chat.history()).length;
    await chat.send('Write about crabs');
    await chat.until(active('1/5 done · Draft the outline'));
    expect(JSON.stringify((await chat.history()).slice(before))).not.toContain('gulls');

    // Back, while the other one is still being written.
    await chat.page.getByRole('link', { name: 'Write about gulls' }).click();
    await chat.until(DONE);
    const mark = (await chat.history()).length;
    await chat.page.waitForTimeout(1000);
    expect(JSON.stringify((await chat.history()).slice(mark - 1))).not.toContain('crabs');
  });
});
