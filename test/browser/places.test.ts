import { describe, expect, it } from 'vitest';
import { DONE, planAbout, type ChatPage } from './chat-page.ts';
import { whyNoBrowser } from './chromium.ts';
import { useChats } from './use-chats.ts';

const pathOf = ({ page }: ChatPage) => new URL(page.url()).pathname;

describe.skipIf(whyNoBrowser())('the plan in several places', () => {
  const { app, open } = useChats();

  it('is the same in two tabs', async () => {
    const first = await open();
    await first.send('Write about buoys');
    await first.passed(planAbout('buoys'));
    const second = await open(pathOf(first));
    await second.until(DONE);
    await first.until(DONE);
    await second.idle();
    await second.send('Write about masts');
    // The first tab did nothing, and follows.
    await first.passed(planAbout('masts'));
    await first.until(DONE);
    expect(await first.shown()).toEqual(await second.shown());

    // Back on a page that the browser has kept from before: what it kept is older, and never stays.
    await second.idle();
    await first.page.getByRole('link', { name: 'New chat' }).click();
    await first.until(null);
    await second.send('Write about oars');
    await second.passed(planAbout('oars'));
    await second.until(DONE);
    await first.page.goBack();
    await first.until(await second.shown());
    expect(JSON.stringify(await first.shown())).toContain('oars');
  });

  it('is never that of another chat', async () => {
    const chat = await open();
    await chat.send('Write about gulls');
    await chat.until(DONE);
    await chat.page.getByRole('link', { name: 'New chat' }).click();
    await chat.until(null);
    const before = (await chat.history()).length;
    await chat.send('Write about crabs');
    await chat.passed(planAbout('crabs'));
    expect(JSON.stringify((await chat.history()).slice(before))).not.toContain('gulls');

    // Back, while the other one is still being written.
    const crabs = pathOf(chat).replace('/chat/', '/api/plan/');
    await chat.page.getByRole('link', { name: 'Write about gulls' }).click();
    await expect.poll(async () => JSON.stringify(await chat.shown())).toContain('gulls');
    const mark = (await chat.history()).length;
    const planOfCrabs = async () =>
      (await chat.page.request.get(`${app().url}${crabs}`)).json() as Promise<unknown>;
    await expect
      .poll(planOfCrabs, { timeout: 40_000 })
      .toMatchObject({ counts: { completed: 5 }, turn: { open: false } });
    expect(JSON.stringify((await chat.history()).slice(mark - 1))).not.toContain('crabs');
    expect(await chat.shown()).toEqual(DONE);
  });
});

describe.skipIf(whyNoBrowser())('the page while the store is away', () => {
  const { open, screenshot } = useChats({ TODO_STORE: 'redis://127.0.0.1:1' });

  it('is there, and says so when a message cannot be answered', async () => {
    const chat = await open();
    await chat.send('Write about fog');
    await expect
      .poll(() => chat.page.locator('[role=alert].failure').allTextContents(), { timeout: 40_000 })
      .toEqual(['The plan cannot be stored right now. (store_unavailable)']);
    expect(await chat.shown()).toBeNull();
    await screenshot(chat, 'store-away');
  });
});
