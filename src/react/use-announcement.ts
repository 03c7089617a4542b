import { useEffect, useRef, useState } from 'react';

/** Long enough for a screen reader to find a region that has just appeared, and to leave out what is over at once. */
const PAUSE_MS = 500;

/**
 * The text for a live region: empty at first, so that nothing is read out for a page that was only opened, then the
 * latest text after each change that lasts.
 */
export function useAnnouncement(text: string): string {
  const [announced, setAnnounced] = useState('');
  const known = useRef(text);
  useEffect(() => {
    if (text === known.current) return undefined;
    const timer = setTimeout(() => {
      known.current = text;
      setAnnounced(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return announced;
}
