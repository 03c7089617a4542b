import { describe, expect, it } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { active, DONE } from './chat-page.ts';
import { whyNoBrowser } from './chromium.ts';
import { useChats } from './use-chats.ts';

const LOOKS = [
  ['wide', 1100, 'light'],
  ['wide-dark', 1100, 'dark'],
  ['narrow', 360, 'light'],
  ['narrow-dark', 360, 'dark'],
] as const;

describe.skipIf(whyNoBrowser())('the page of a chat', () => {
  const { open, screenshot } = useChats();

  it.each([
    ['empty', undefined, null],
    [
      'at work',
      'Write about the history of navigation by stars, endless',
      active('1/5 done · Draft the outline'),
    ],
    ['done', 'Plan the outline twice and write about the history of harbours', DONE],
  ])('reads well when wide, narrow, in light and in the dark: %s', async (state, message, plan) => {
    const chat = await open();
    const { page } = chat;
    if (message !== undefined) await chat.send(message);
    await chat.until(plan);
    for (const [name, width, colorScheme] of LOOKS) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      const faults = await accessibilityFaults(page);
      expect({ name, faults, overflow }).toEqual({ name, faults: [], overflow: 0 });
      await screenshot(chat, `${state} ${name}`);
    }
  });

  it('has a panel that folds by keyboard, and that is named and read out', async () => {
    const chat = await open();
    const { page } = chat;
    await chat.send('Write about ice');
    await chat.until(DONE);
    await expect
      .poll(() => page.locator('[data-todo-panel] [role=status]').textContent())
      .toBe('5/5 done');
    expect(await page.getByRole('region', { name: 'Plan' }).count()).toBe(1);

    const toggle = page.getByRole('button', { name: /^Plan/ });
    // Reached from the composer, as somebody does who has no mouse.
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.press('Shift+Tab');
    expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true);
    for (const [key, expanded] of [
      ['Enter', 'false'],
      ['Space', 'true'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await toggle.getAttribute('aria-expanded')).toBe(expanded);
      expect(await page.locator('[data-todo-list]').count()).toBe(expanded === 'true' ? 1 : 0);
      expect(await accessibilityFaults(page)).toEqual([]);
      await screenshot(chat, expanded === 'true' ? 'unfolded' : 'folded');
    }
  });
});
