import { createUIMessageStreamResponse } from 'ai';
import { resumeStream } from '../../../../../lib/live-streams.ts';

/** Where `useChat({ resume: true })` asks for an answer that is still being written. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  const stream = resumeStream((await params).id);
  return stream ? createUIMessageStreamResponse({ stream }) : new Response(null, { status: 204 });
}
