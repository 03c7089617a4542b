import type { Plan } from '../../src/index.ts';

/** One server-sent event as it came. */
export interface Frame {
  readonly id: string;
  readonly plan: Plan;
}

/** Reads a response of server-sent events frame by frame. */
export function readFrames(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const frames: Frame[] = [];
  const comments: string[] = [];
  let text = '';
  const state = { ended: false };
  const done = (async () => {
    for (;;) {
      const result = await reader?.read();
      if (result === undefined || result.done) break;
      text += result.value;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith(':')) comments.push(block);
        else frames.push(frameOf(block));
      }
    }
    state.ended = true;
  })();
  return {
    frames,
    comments,
    state,
    done,
    ids: () => frames.map(({ id }) => id),
    cancel: async () => reader?.cancel(),
  };
}

function frameOf(block: string): Frame {
  const found = /^id: (-?\d+)\ndata: ([^\n]*)$/.exec(block);
  if (found === null) throw new Error(`no frame of a plan: ${JSON.stringify(block)}`);
  const [, id = '', data = ''] = found;
  return { id, plan: JSON.parse(data) as Plan }; // what the route is to send; compared by the tests
}
