// A chat with a live plan below it. Run it: npm run build && node examples/terminal-agent/main.ts [session id]
import { randomUUID } from 'node:crypto';
import { livePlan, renderPlan, terminalStyle, toPlainText } from 'ai-sdk-todo/terminal';
import { openChat, takeTurn, type Chat } from '../chat/chat.ts';
import { scriptedModel } from '../chat/scripted-model.ts';
import { openModel } from '../open-model.ts';
import { openKeyboard } from './keyboard.ts';

const { stdin, stdout } = process;
const { model, label } = await openModel({ script: scriptedModel, chunkDelayMs: 20 });
console.log(`Model: ${label}`);
console.log('Ctrl+C cuts an answer short. /open <session id> goes to another chat, /quit ends.');

const keyboard = openKeyboard(stdin, stdout);
let chat = await enter(process.argv[2] ?? randomUUID().slice(0, 8));
for (;;) {
  const line = (await keyboard.ask('\nYou: '))?.trim();
  if (line === undefined || line === '/quit') break;
  const other = /^\/open (.+)/.exec(line)?.[1];
  if (other !== undefined) chat = await enter(other);
  else if (line !== '') await answer(chat, line);
}

/** Goes to a chat, and shows where it stands. */
async function enter(id: string): Promise<Chat> {
  const entered = await openChat(id);
  const said = entered.messages.filter(({ role }) => role === 'user').length;
  console.log(
    `\nSession: ${toPlainText(id)} (${said === 0 ? 'new' : `questions so far: ${said}`})`,
  );
  const plan = await entered.session.plan();
  const rows = renderPlan(plan, { ...terminalStyle(stdout), header: true });
  if (rows !== '') console.log(rows);
  return entered;
}

/** One turn: the answer as it is written, and the plan below it. */
async function answer({ session, messages }: Chat, question: string): Promise<void> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.on('SIGINT', interrupt);
  const leaving = new AbortController();
  // The plan of the turn before stands above already: only what comes now.
  const { asOfSeq } = await session.plan();
  using live = livePlan(stdout);
  const following = live.follow(session.watch({ afterSeq: asOfSeq, signal: leaving.signal }));
  try {
    live.write('Model: ');
    const { signal } = interrupted;
    for await (const part of takeTurn({ session, messages }, question, { model, signal })) {
      if (part.type === 'text-delta') live.write(part.text);
      if (part.type === 'text-end') live.write('\n');
      if (part.type === 'tool-error') live.log(`  ${part.toolName} refused: ${String(part.error)}`);
      if (part.type === 'abort') live.log('  (cut short)');
    }
  } catch (error) {
    live.log(`The answer failed: ${String(error)}`);
  }
  live.update(await session.plan());
  leaving.abort();
  await following;
  process.off('SIGINT', interrupt);
}
