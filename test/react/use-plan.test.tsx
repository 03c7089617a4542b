import { doing, hydrate, render, settle } from './dom.ts';
import { StrictMode, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import type { Plan } from '../../src/client/index.ts';
import { usePlan } from '../../src/react/index.ts';
import { fakeServer, planAt } from '../client/feeds.ts';
import { todos } from '../support/kit.ts';

/** Shows the tasks of a plan as text, and notes what each render saw. */
function view(server: ReturnType<typeof fakeServer>) {
  const seen: string[] = [];
  function View({ url = '/a', initialPlan }: { url?: string | null; initialPlan?: Plan }) {
    const plan = usePlan({ url, initialPlan, fetch: server.fetch });
    const text = `${url}: ${(plan.todos ?? []).map(({ content }) => content).join(', ')}`;
    seen.push(text);
    return <p>{text}</p>;
  }
  return { View, seen };
}

const strict = (node: ReactNode) => <StrictMode>{node}</StrictMode>;

describe.each([
  ['StrictMode', strict],
  ['production mode', (node: ReactNode) => node],
])('a mounted hook in %s', (_, wrap) => {
  it('holds one connection, is live, and leaves none behind', async () => {
    const server = fakeServer();
    const { View } = view(server);
    const { element, unmount } = await render(wrap(<View />));
    await settle();
    expect(server.connections).toHaveLength(1);
    expect(server.open()).toBe(1);
    await doing(() => server.last().plan(planAt(1, todos('One'))));
    await settle();
    expect(element.textContent).toBe('/a: One');
    await unmount();
    expect(server.open()).toBe(0);
  });

  it('shows the plan of another url from the first render on, and hears no more of the old one', async () => {
    const server = fakeServer();
    const { View, seen } = view(server);
    const { element, rerender } = await render(wrap(<View url="/a" />));
    await settle();
    await doing(() => server.last().plan(planAt(1, todos('Of A'))));
    await settle();
    const old = server.last();

    await rerender(wrap(<View url="/b" />));
    await settle();
    expect(old.signal.aborted).toBe(true);
    expect(server.open()).toBe(1);
    expect(server.last()).toMatchObject({ url: '/b', lastEventId: null });
    await doing(() => server.last().plan(planAt(0, todos('Of B'))));
    await settle();
    expect(element.textContent).toBe('/b: Of B');
    expect(seen.filter((text) => /^\/b:.*Of A/.test(text))).toEqual([]);
  });
});

describe('the first plan', () => {
  it('is rendered by the server, and by the browser the same', async () => {
    const server = fakeServer();
    const { View } = view(server);
    const node = strict(<View initialPlan={planAt(3, todos('Rendered'))} />);
    const html = renderToString(node);
    expect(html).toBe('<p>/a: Rendered</p>');
    expect(server.connections).toEqual([]);
    const { element, faults } = await hydrate(node, html);
    expect(element.innerHTML).toBe(html);
    expect(faults).toEqual([]);
    await settle();
    await doing(() => server.last().plan(planAt(4, todos('Live'))));
    await settle();
    expect(element.textContent).toBe('/a: Live');
  });

  it('is an empty one where the server gave none, on both sides', async () => {
    const { View } = view(fakeServer());
    const html = renderToString(<View />);
    expect(html).toBe('<p>/a: </p>');
    const { faults } = await hydrate(<View />, html);
    expect(faults).toEqual([]);
  });

  it('of a page out of a cache never takes the place of a newer one', async () => {
    const server = fakeServer();
    const { View, seen } = view(server);
    const old = planAt(2, todos('Old'));
    const { element, rerender } = await render(<View initialPlan={old} />);
    await settle();
    await doing(() => server.last().plan(planAt(7, todos('New'))));
    await settle();
    seen.length = 0;
    await rerender(<View initialPlan={{ ...old }} />);
    await settle();
    expect(element.textContent).toBe('/a: New');
    expect(seen).not.toContain('/a: Old');
    expect(server.connections).toHaveLength(1);
  });

  it('of the next session is shown at once', async () => {
    const { View, seen } = view(fakeServer());
    const { rerender } = await render(<View url="/a" initialPlan={planAt(2, todos('Of A'))} />);
    seen.length = 0;
    await rerender(<View url="/b" initialPlan={planAt(9, todos('Of B'))} />);
    expect(new Set(seen)).toEqual(new Set(['/b: Of B']));
  });
});

it('a hook without a url is at rest until it has one', async () => {
  const server = fakeServer();
  const { View } = view(server);
  const { element, rerender } = await render(strict(<View url={null} />));
  await settle();
  expect(server.connections).toEqual([]);
  expect(element.textContent).toBe('null: ');
  await rerender(strict(<View url="/a" />));
  await settle();
  expect(server.open()).toBe(1);
});

describe('a hook with options of the wrong kind', () => {
  it.each([
    ['url', { url: undefined }],
    ['url', { url: '' }],
    ['url', { url: Number.NaN }],
    ['initialPlan', { url: '/a', initialPlan: { todos: 'A' } }],
    ['fetch', { url: '/a', fetch: 'x' }],
  ])('shows an empty plan and tells onError of its %s', async (name, wrong) => {
    const onError = vi.fn<(error: unknown) => void>();
    function View() {
      const { todos: shown } = usePlan({ ...wrong, onError } as never); // what JavaScript lets through
      return <p>{JSON.stringify(shown)}</p>;
    }
    const { element, rerender } = await render(<View />);
    await rerender(<View />);
    expect(element.textContent).toBe('null');
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining({ code: 'invalid_option', message: expect.stringContaining(name) })],
    ]);
  });
});
