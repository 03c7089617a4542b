// An agent works through two turns with a plan. Run it: npm run demo
import { isStepCount, streamText, type LanguageModel, type ModelMessage } from 'ai';
import { checkSession, createTodoKit } from 'ai-sdk-todo';
import { fileStore } from 'ai-sdk-todo/file';
import { openModel } from '../open-model.ts';
import { checkEarlier } from './earlier-sessions.ts';
import { followPlan } from './follow-plan.ts';
import { createScreen, showEvent, showLegend, showPlan } from './screen.ts';
import { scriptedModel } from './scripted-model.ts';
import { demoTools } from './tools.ts';

const DIRECTORY = '.ai-sdk-todo';
const QUESTIONS = [
  'Read harbour-walk.txt and give me each leg in kilometres, and the total. I will tell you then how many breaks I want.',
  'Two breaks, please. And write me a packing note of at most 12 words; count them.',
];

const store = fileStore(DIRECTORY);

const screen = createScreen();
const { model, label } = await openModel({ script: scriptedModel, chunkDelayMs: 5, pieceSize: 16 });
screen.line(`Model: ${label}`);
showLegend(screen);

// Every run keeps a session of its own, and the logs of earlier ones stay as they were.
const earlier = await checkEarlier(store, screen);
let run = earlier.ids.length + 1;
while (earlier.ids.includes(`harbour-walk-${run}`)) run += 1;
const sessionId = `harbour-walk-${run}`;
const kit = createTodoKit({ store, allowParallelInProgress: false });
const session = kit.session(sessionId);
const messages: ModelMessage[] = [];

const follower = followPlan(session, (plan) => showPlan(screen, plan));
for (const [i, question] of QUESTIONS.entries()) {
  screen.line();
  screen.line(`== Turn ${i + 1} ==`);
  screen.line(`You: ${question}`);
  await takeTurn(model, question);
  const plan = await session.plan();
  await follower.reach(plan.asOfSeq);
  screen.line();
  screen.line('The turn has ended. What stands until the next one:');
  showPlan(screen, plan);
}
await follower.stop();

screen.line();
screen.line(
  `The log: session "${sessionId}", kept below ${DIRECTORY}/ in this folder. One event a line:`,
);
for await (const event of session.events()) showEvent(screen, event);

const { events, violations } = await checkSession(store, sessionId);
screen.line();
screen.line('Every rule of a log, checked over all of it:');
screen.line(`${events} events, ${violations.length} violations`);
process.exitCode = violations.length + earlier.violations === 0 ? 0 : 1;
await store.close();

/** One message of the user, and everything that the agent does about it. */
async function takeTurn(languageModel: LanguageModel, question: string): Promise<void> {
  messages.push({ role: 'user', content: question });
  const turn = await session.startTurn();
  const result = streamText({
    model: languageModel,
    instructions:
      'You help with walks. Plan with todo_write. Never guess what a tool can tell you.',
    messages,
    tools: { ...turn.tools, ...demoTools },
    stopWhen: isStepCount(30),
  });
  for await (const part of turn.endWith(result.stream)) {
    if (part.type === 'text-start') screen.write('Model: ');
    if (part.type === 'text-delta') screen.write(part.text);
    if (part.type === 'text-end') screen.write('\n');
    if (part.type === 'tool-result' && part.toolName !== 'todo_write') {
      const { toolName, input, output } = part;
      const call = `  ${toolName} ${JSON.stringify(input)} -> ${JSON.stringify(output)}`;
      screen.line(call, { cut: true });
    }
    if (part.type === 'tool-error') {
      screen.line(`  ${part.toolName} refused, and the model reads why:`);
      screen.line(`    ${String(part.error)}`);
    }
    if (part.type === 'error') throw part.error;
  }
  messages.push(...(await result.responseMessages));
}
