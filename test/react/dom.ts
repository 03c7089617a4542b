import { Window } from 'happy-dom';
import { act, type ReactNode } from 'react';
import { afterEach } from 'vitest';

const window = new Window({ url: 'http://plans.test/' });
// React looks for a browser in the globals; what Node has itself stays Node's.
Object.assign(globalThis, {
  window,
  document: window.document,
  HTMLElement: window.HTMLElement,
  IS_REACT_ACT_ENVIRONMENT: true,
});
// After the globals are there: React asks for them once, when it is loaded.
const { createRoot, hydrateRoot } = await import('react-dom/client');

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A place in the page, with this text as its content. */
function place(html = ''): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = html;
  document.body.append(element);
  cleanups.push(() => element.remove());
  return element;
}

/** Renders into the page. */
export async function render(node: ReactNode) {
  const element = place();
  const root = createRoot(element);
  const rerender = (next: ReactNode) => act(async () => root.render(next));
  const unmount = () => act(async () => root.unmount());
  cleanups.push(() => act(() => root.unmount()));
  await rerender(node);
  return { element, rerender, unmount };
}

/** Takes over what a server has rendered; `faults` is what React finds to be different. */
export async function hydrate(node: ReactNode, html: string) {
  const element = place(html);
  const faults: unknown[] = [];
  const root = await act(async () =>
    hydrateRoot(element, node, { onRecoverableError: (error) => faults.push(error) }),
  );
  cleanups.push(() => act(() => root.unmount()));
  return { element, faults };
}

/** Lets the page come to rest for some milliseconds. */
export const settle = (ms = 5) =>
  act(async () => {
    await new Promise((resolve) => {
      setTimeout(resolve, ms);
    });
  });

/** Does something that renders. */
export const doing = (what: () => void) => act(async () => what());
