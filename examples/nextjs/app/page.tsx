import { redirect } from 'next/navigation';

// Every visit is a new chat: nothing of this is made when the application is built.
export const dynamic = 'force-dynamic';

export default function Page() {
  redirect(`/chat/${crypto.randomUUID()}`);
}
