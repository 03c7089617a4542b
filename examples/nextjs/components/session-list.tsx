'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import type { ChatEntry } from '../lib/chats.ts';

interface SessionListProps {
  readonly chats: readonly ChatEntry[];
  readonly current: string;
}

export function SessionList({ chats, current }: SessionListProps) {
  const currentLink = useRef<HTMLAnchorElement>(null);
  const place = chats.findIndex(({ id }) => id === current);
  useEffect(() => {
    // On a narrow screen the list is a row that is longer than the screen.
    currentLink.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current, place]);
  return (
    <nav className="sessions" aria-label="Chats">
      {/* A page of its own each time, so nothing of it may be fetched ahead. */}
      <Link className="new" href="/" prefetch={false}>
        New chat
      </Link>
      <ul>
        {chats.map(({ id, title }) => (
          <li key={id}>
            <Link
              ref={id === current ? currentLink : null}
              href={`/chat/${id}`}
              prefetch={false}
              aria-current={id === current ? 'page' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
