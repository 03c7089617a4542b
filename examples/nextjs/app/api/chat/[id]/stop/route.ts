import { stopStream } from '../../../../../lib/live-streams.ts';

export async function POST(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  stopStream((await params).id);
  return new Response(null, { status: 204 });
}
