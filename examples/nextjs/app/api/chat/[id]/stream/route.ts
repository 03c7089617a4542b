import { resumeAnswer } from '../../../../../lib/live-streams.ts';

/** Where `useChat({ resume: true })` asks for an answer that is still being written. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  return resumeAnswer((await params).id) ?? new Response(null, { status: 204 });
}
