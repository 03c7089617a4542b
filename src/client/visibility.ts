/** Whether this is a page that nobody can see now. Where there are no pages, nothing is hidden. */
export function isHidden(): boolean {
  return globalThis.document?.visibilityState === 'hidden';
}

/** Calls the listener whenever the page is hidden or shown, until the returned function is called. */
export function onVisibility(listener: () => void): () => void {
  const page = globalThis.document;
  page?.addEventListener('visibilitychange', listener);
  return () => page?.removeEventListener('visibilitychange', listener);
}
