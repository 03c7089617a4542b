// An agent works through two turns with a plan. Run it: npm run demo
import { isStepCount, streamText, type LanguageModel, type ModelMessage } from 'ai';
import { checkSession, createTodoKit } from 'ai-sdk-todo';
import { fileStore } from 'ai-sdk-todo/file';
import { livePlan } from 'ai-sdk-todo/terminal';
import { openModel } from '../open-model.ts';
import { checkEarlier } from './earlier-sessions.ts';
import { followPlan } from './follow-plan.ts';
import { eventRow, legend, row, wholePlan } from './screen.ts';
import { scriptedModel } from './scripted-model.ts';
import { demoTools } from './tools.ts';

const DIRECTORY = '.ai-sdk-todo';
const QUESTIONS = [
  'Read harbour-walk.txt and give me each leg in kilometres, and the total. I will tell you then how many breaks I want.',
  'Two breaks, please. And write me a packing note of at most 12 words; count them.',
];

const store = fileStore(DIRECTORY);

const { model, label } = await openModel({ script: scriptedModel, chunkDelayMs: 5, pieceSize: 16 });
console.log(`Model: ${label}`);
console.log(legend());

// Every run keeps a session of its own, and the logs of earlier ones stay as they were.
const earlier = await checkEarlier(store, console.log);
let run = earlier.ids.length + 1;
while (earlier.ids.includes(`harbour-walk-${run}`)) run += 1;
const sessionId = `harbour-walk-${run}`;
const kit = createTodoKit({ store, allowParallelInProgress: false });
const session = kit.session(sessionId);
const messages: ModelMessage[] = [];

// In a terminal the plan stays below everything else that is printed; in a pipe each change of it is printed.
const live = livePlan(process.stdout);
const follower = followPlan(session, live.update);
for (const [i, question] of QUESTIONS.entries()) {
  live.log(`\n== Turn ${i + 1} ==\nYou: ${question}`);
  await takeTurn(model, question);
  const plan = await session.plan();
  await follower.reach(plan.asOfSeq);
  live.log('\nThe turn has ended. What stands until the next one:');
  const whole = wholePlan(plan);
  if (whole !== '') live.log(whole, { raw: true });
}
await follower.stop();
live.stop();

console.log(
  `\nThe log: session "${sessionId}", kept below ${DIRECTORY}/ in this folder. One event a line:`,
);
for await (const event of session.events()) console.log(eventRow(event));

const { events, violations } = await checkSession(store, sessionId);
console.log('\nEvery rule of a log, checked over all of it:');
console.log(`${events} events, ${violations.length} violations`);
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
    if (part.type === 'text-start') live.write('Model: ');
    if (part.type === 'text-delta') live.write(part.text);
    if (part.type === 'text-end') live.write('\n');
    if (part.type === 'tool-result' && part.toolName !== 'todo_write') {
      const { toolName, input, output } = part;
      live.log(row(`  ${toolName} ${JSON.stringify(input)} -> ${JSON.stringify(output)}`));
    }
    if (part.type === 'tool-error') {
      live.log(`  ${part.toolName} refused, and the model reads why:\n    ${String(part.error)}`);
    }
    if (part.type === 'error') throw part.error;
  }
  messages.push(...(await result.responseMessages));
}
