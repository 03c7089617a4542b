import { doing, hydrate, render, settle } from './dom.ts';
import { renderToString } from 'react-dom/server';
import { parsePartialJson } from 'ai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { planFromMessages } from '../../src/client/index.ts';
import { assistant, streaming, user } from '../client/messages.ts';
import { TodoPanel } from '../../src/react/index.ts';
import { todos } from '../support/kit.ts';

afterEach(() => void vi.restoreAllMocks());

const open = { open: true };
const closed = { open: false };
const A = { todos: todos('Read+', 'Draft*', 'Send'), turn: open };

const items = (element: Element) =>
  [...element.querySelectorAll('li')].map((item) => [
    item.getAttribute('data-status'),
    item.textContent,
  ]);
const state = (element: Element) =>
  element.querySelector('[data-todo-panel]')?.getAttribute('data-state');
const summary = (element: Element) => element.querySelector('[data-todo-summary]')?.textContent;

describe('the panel', () => {
  it('is a named region with a list, each status in words', async () => {
    const { element } = await render(<TodoPanel plan={A} />);
    expect(element.querySelector('section')?.getAttribute('aria-label')).toBe('Plan');
    expect(items(element)).toEqual([
      ['completed', 'Completed Read'],
      ['in_progress', 'In progress Draft'],
      ['pending', 'Pending Send'],
    ]);
    expect(element.querySelector('ol')?.getAttribute('role')).toBe('list');
    expect(state(element)).toBe('active');
    expect(summary(element)).toBe('1/3 done · Draft');
  });

  it.each([
    ['no plan', { todos: null, turn: open }],
    ['a cleared one', { todos: [], turn: open }],
    ['nothing', null],
    ['nothing yet', undefined],
  ])('is not there for %s', async (_, plan) => {
    const { element } = await render(<TodoPanel plan={plan} />);
    expect(element.innerHTML).toBe('');
    expect(renderToString(<TodoPanel plan={plan} preview={[]} />)).toBe('');
  });

  it.each([7, 'x', {}, [], { todos: 'A' }, { todos: [null] }, { todos: [{ content: 'A' }] }])(
    'takes no page down for what is no plan, and tells the developer once: %j',
    async (plan) => {
      const told = vi.spyOn(console, 'error').mockReturnValue();
      const page = () => (
        <p>
          The page <TodoPanel plan={plan as never /* what JavaScript lets through */} />
        </p>
      );
      const { element, rerender } = await render(page());
      await rerender(page());
      expect(element.textContent).toBe('The page ');
      expect(told.mock.calls).toEqual([
        ['ai-sdk-todo:', expect.objectContaining({ code: 'invalid_option' })],
      ]);
      await rerender(<TodoPanel plan={A} />);
      expect(items(element)).toHaveLength(3);
    },
  );

  it('is calm once the turn is over: what was in progress is paused, neither done nor under way', async () => {
    const { element } = await render(<TodoPanel plan={{ ...A, turn: closed }} />);
    expect(state(element)).toBe('settled');
    expect(items(element)[1]).toEqual(['paused', 'Paused Draft']);
    expect(summary(element)).toBe('1/3 done');
  });

  it('says how many more tasks are active beside the first', async () => {
    const { element } = await render(<TodoPanel plan={{ todos: todos('A*', 'B*', 'C*') }} />);
    expect(element.querySelector('[data-todo-more]')?.textContent).toBe('+2 more in progress');
    expect(element.querySelector('button')?.textContent).toBe(
      'Plan 0/3 done · A +2 more in progress',
    );
  });

  it('shows text of the model as text', async () => {
    const nasty = '<img src=x onerror=alert(1)>';
    const { element } = await render(<TodoPanel plan={{ todos: todos(nasty) }} />);
    expect(element.querySelector('img')).toBeNull();
    expect(element.querySelector('[data-todo-content]')?.textContent).toBe(nasty);
  });

  it('keeps what turns the direction of text within the words of the model', async () => {
    const nasty = '\u202eDraft';
    const node = <TodoPanel plan={{ todos: todos(`${nasty}*`) }} />;
    const { element, faults } = await hydrate(node, renderToString(node));
    expect(faults).toEqual([]);
    expect(summary(element)).toBe(`0/1 done · ${nasty}`);
    const isolated = [...element.querySelectorAll('bdi')].map(({ textContent }) => textContent);
    expect(isolated).toEqual([nasty, nasty]);
  });

  it('speaks other languages', async () => {
    const { element } = await render(<TodoPanel plan={A} labels={{ title: 'Aufgaben' }} />);
    expect(element.querySelector('section')?.getAttribute('aria-label')).toBe('Aufgaben');
    expect(items(element)[0]).toEqual(['completed', 'Completed Read']);
  });

  it('renders on the server what the browser renders first', async () => {
    const node = <TodoPanel plan={A} defaultCollapsed className="mine" />;
    const html = renderToString(node);
    const { element, faults } = await hydrate(node, html);
    expect(element.innerHTML).toBe(html);
    expect(faults).toEqual([]);
  });
});

describe('folding the list away', () => {
  const button = (element: Element) => {
    const found = element.querySelector('button');
    if (found === null) throw new Error('the panel has no button');
    return found;
  };

  it('is done by a button that says what it controls and whether it is open', async () => {
    const { element } = await render(<TodoPanel plan={A} />);
    const toggle = button(element);
    expect(toggle.getAttribute('type')).toBe('button');
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
    expect(toggle.getAttribute('aria-controls')).toBe(element.querySelector('ol')?.id);
    await doing(() => toggle.click());
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(element.querySelector('ol')).toBeNull();
    expect(summary(element)).toBe('1/3 done · Draft');
    await doing(() => toggle.click());
    expect(items(element)).toHaveLength(3);
  });

  it('lasts while the plan changes and goes and comes', async () => {
    const { element, rerender } = await render(<TodoPanel plan={A} defaultCollapsed />);
    expect(button(element).getAttribute('aria-expanded')).toBe('false');
    await rerender(<TodoPanel plan={null} defaultCollapsed />);
    await rerender(<TodoPanel plan={{ todos: todos('B') }} defaultCollapsed />);
    expect(button(element).getAttribute('aria-expanded')).toBe('false');
  });
});

describe('a preview', () => {
  const preview = [
    { content: 'Draft', status: 'in_progress' as const },
    { content: 'Che', status: null },
  ];

  it('is marked as what it is, and draws no status that is not there', async () => {
    const { element } = await render(<TodoPanel plan={null} preview={preview} />);
    expect(state(element)).toBe('preview');
    expect(summary(element)).toBe('Preview, not accepted yet');
    expect(items(element)).toEqual([
      ['in_progress', 'In progress Draft'],
      ['unknown', 'Being written Che'],
    ]);
  });

  it('can be drawn at every moment while it is written', async () => {
    const text = JSON.stringify({ todos: todos('Draft*', 'Check') });
    const { element, rerender } = await render(<TodoPanel plan={null} />);
    let count = 0;
    for (let end = 0; end <= text.length; end += 1) {
      const { value } = await parsePartialJson(text.slice(0, end));
      const messages = [user(), assistant(streaming(value))];
      await rerender(<TodoPanel plan={null} preview={planFromMessages(messages).preview} />);
      expect(items(element).length).toBeGreaterThanOrEqual(count);
      count = items(element).length;
    }
    expect(items(element)).toEqual([
      ['in_progress', 'In progress Draft'],
      ['pending', 'Pending Check'],
    ]);
  });

  it('never takes the place of a plan that stands', async () => {
    const { element } = await render(<TodoPanel plan={A} preview={preview} />);
    expect(state(element)).toBe('active');
    expect(items(element).map(([, text]) => text)).not.toContain('Being written Che');
  });
});

describe('what is read out', () => {
  const region = (element: Element) => element.querySelector('[role=status]')?.textContent;
  it('is the summary after a change that lasts, and nothing for a page that was only opened', async () => {
    const { element, rerender } = await render(<TodoPanel plan={A} />);
    await settle(700);
    expect(region(element)).toBe('');
    await rerender(<TodoPanel plan={{ todos: todos('Read+', 'Draft+', 'Send*'), turn: open }} />);
    expect(region(element)).toBe('');
    await settle(700);
    expect(region(element)).toBe('2/3 done · Send');
  });
});
