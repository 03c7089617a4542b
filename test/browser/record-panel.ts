/** What the panel showed at one moment. */
export interface Shown {
  readonly state: string;
  readonly summary: string;
  readonly items: readonly { readonly status: string; readonly content: string }[];
}

declare global {
  interface Window {
    readPanel: () => Shown | null;
    panelHistory: (Shown | null)[];
  }
}

/** Runs in the page: notes each state of the panel when it changes. */
export function recordPanel(): void {
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
