import { describe, expect, it } from 'vitest';
import { active, DONE, planAbout, type ChatPage } from './chat-page.ts';
import { whyNoBrowser } from './chromium.ts';
import { useChats } from './use-chats.ts';

const tasks = (...statuses: readonly string[]) =>
  expect.arrayContaining(statuses.map((status) => expect.objectContaining({ status })));
const paused = expect.objectContaining({ state: 'settled', items: tasks('completed', 'paused') });

/** Waits until the model is stuck in the middle of its third call, which never gets a result. */
const stuck = ({ rows }: ChatPage, topic: string) =>
  expect
    .poll(rows, { timeout: 40_000 })
    .toEqual([
      `0/5 done · Collect the facts about ${topic}`,
      '1/5 done · Draft the outline',
      'Writing the plan…',
    ]);

describe.skipIf(whyNoBrowser())('the plan on a page', () => {
  const { app, open, screenshot } = useChats({ CHUNK_DELAY_MS: '12' });

  it('grows while it is written, as a preview, then is the accepted one, then comes to rest', async () => {
    const chat = await open();
    await chat.send('Write about tides');
    await chat.passed(expect.objectContaining({ state: 'preview' }));
    await screenshot(chat, 'preview');
    await chat.until(DONE);
    const history = (await chat.history()).filter((shown) => shown !== null);
    const previews = history.filter(({ state }) => state === 'preview');
    const counts = previews.map(({ items }) => items.length);
    expect(counts.length).toBeGreaterThan(1);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(previews[0]?.summary).toBe('Preview, not accepted yet');
    // Once a plan stands no preview takes its place.
    const states = history.map(({ state }) => state);
    expect(states.lastIndexOf('preview')).toBeLessThan(states.indexOf('active'));
    expect(states.at(-1)).toBe('settled');
    expect(await chat.rows()).toEqual([
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
    await chat.passed(planAbout('lighthouses'));
    await chat.page.reload();
    // Also in the server's own render, before any script has run.
    const html = await (await chat.page.request.get(chat.page.url())).text();
    expect(html).toMatch(/data-todo-panel.*Collect the facts about lighthouses/s);
    await chat.until(DONE);
    await expect.poll(() => chat.page.getByText('Here it is').count()).toBe(1);
    expect(await chat.rows()).toHaveLength(6);

    await app().restart();
    await chat.page.reload();
    await chat.until(DONE);
    expect(await chat.rows()).toHaveLength(6);

    // The page that stays open connects again, and follows the next turn.
    await app().restart();
    await chat.send('Write about anchors');
    await chat.passed(planAbout('anchors'));
    await chat.until(DONE);
  });

  it('clears with the next message', async () => {
    const chat = await open();
    await chat.send('Write about rope');
    await chat.until(DONE);
    await chat.idle();
    const before = (await chat.history()).length;
    await chat.send('Write about sails');
    await chat.passed(planAbout('sails'));
    await chat.until(DONE);
    const later = (await chat.history()).slice(before);
    const cleared = later.findIndex((shown) => !JSON.stringify(shown).includes('rope'));
    // No panel at all, or what the model is writing by then: the old plan went before the new one was accepted.
    expect([undefined, 'preview']).toContain(later[cleared]?.state);
    expect(JSON.stringify(later.slice(cleared))).not.toContain('rope');
  });

  it('is visible and calm when a person cut the turn, and the chat goes on from there', async () => {
    const chat = await open();
    await chat.send('Write about tar, endless');
    await stuck(chat, 'tar, endless');
    await chat.stop();
    await chat.until(paused);
    await expect.poll(chat.rows).toContain('Stopped');
    await screenshot(chat, 'settled');
    await chat.page.reload();
    await chat.until(paused);
    expect((await chat.history()).find((shown) => shown !== null)).toEqual(paused);

    await chat.send('Write about pitch');
    await chat.until(DONE);
    expect(await chat.page.locator('.failure').count()).toBe(0);
  });

  it('is visible and calm when a crash cut the turn, with what was said before it', async () => {
    const chat = await open();
    await chat.send('Write about knots, endless');
    await stuck(chat, 'knots, endless');
    await app().restart();
    await chat.until(paused); // on the page that stayed open, too
    await chat.page.reload();
    await chat.until(paused);
    expect(await chat.rows()).toEqual([
      '0/5 done · Collect the facts about knots, endless',
      '1/5 done · Draft the outline',
    ]);
  });

  it('is never replaced by a call that was refused, and the chat tells why', async () => {
    const chat = await open();
    await chat.send('Plan the outline twice and write about nets');
    await chat.until(DONE);
    const refused = chat.page.locator('.plan-row.refused');
    expect(await refused.allTextContents()).toEqual([
      'Plan refused: invalid todos: duplicate content "Draft the outline"',
    ]);
    await screenshot(chat, 'refused');
    const lengths = (await chat.history()).map((shown) => shown?.items.length ?? 0);
    expect(Math.max(...lengths)).toBe(5);
    // The reason is in the history of the next message as the model read it.
    await chat.idle();
    await chat.send('Write about buoys');
    await chat.passed(planAbout('buoys'));
  });

  it('tells how many more tasks are active beside the first', async () => {
    const chat = await open();
    await chat.send('Work in parallel and write about maps, endless');
    await expect
      .poll(chat.rows, { timeout: 40_000 })
      .toEqual([
        '0/5 done · Collect the facts about maps, endless',
        '1/5 done · Draft the outline+1',
        'Writing the plan…',
      ]);
    await chat.until(active('1/5 done · Draft the outline'));
    expect(await chat.page.locator('[data-todo-more]').textContent()).toBe('+1 more in progress');
    const { items = [] } = (await chat.shown()) ?? {};
    expect(items.map(({ status }) => status)).toEqual([
      'completed',
      'in_progress',
      'in_progress',
      'pending',
      'pending',
    ]);
    await screenshot(chat, 'parallel');
    await chat.stop();
  });
});
