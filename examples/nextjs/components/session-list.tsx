import Link from 'next/link';
import type { ChatEntry } from '../lib/chats.ts';

interface SessionListProps {
  readonly chats: readonly ChatEntry[];
  readonly current: string;
}

export function SessionList({ chats, current }: SessionListProps) {
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
