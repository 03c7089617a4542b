import {
  currentTurn,
  toolResults,
  turnNumber,
  type RecordedRequest,
  type ScriptedCall,
  type ScriptedReply,
  type ToolResult,
} from '../deepseek-server/index.ts';

/**
 * The model of the demo when there is no API key: it has no intelligence, but it works from what the tools really
 * answered, as far as the request tells. Change a tool or the text file, and its answers change.
 */
export function scriptedModel(request: RecordedRequest): ScriptedReply {
  const results = toolResults(currentTurn(request));
  const failed = results.at(-1);
  if (failed?.content.startsWith('Error') && failed.name !== 'todo_write') {
    return { text: `I stop here, since ${failed.name} failed: ${failed.content}` };
  }
  return turnNumber(request) === 1 ? convertLegs(results) : placeBreaks(request, results);
}

const WALK = [
  'Read the notes',
  'Convert each leg to kilometres',
  'Add up the total',
  'Place the breaks, once their number is known',
];

function convertLegs(results: readonly ToolResult[]): ScriptedReply {
  const plan = latest(results, 'todo_write');
  const notes = latest(results, 'read_file')?.content;
  const distances = results.filter(({ name }) => name === 'convert_units');
  if (plan === undefined) {
    return {
      reasoning: 'Reading and converting belong together, so I start both.',
      text: 'I make a plan first.',
      toolCalls: [planOf(WALK, { done: 0, active: 2 })],
    };
  }
  if (plan.content.startsWith('Error')) {
    return {
      reasoning: `The plan was refused: ${plan.content}`,
      text: 'One task at a time, then.',
      toolCalls: [planOf(WALK, { done: 0, active: 1 })],
    };
  }
  if (notes === undefined) {
    return { toolCalls: [{ name: 'read_file', arguments: { name: 'harbour-walk.txt' } }] };
  }
  const miles = Array.from(notes.matchAll(/([\d.]+) miles/g), ([, value]) => Number(value));
  if (distances.length === 0) {
    return {
      text: `The walk has ${miles.length} legs, all in miles.`,
      toolCalls: [planOf(WALK, { done: 1, active: 1 }), ...miles.map(milesToKm)],
    };
  }
  if (distances.length === miles.length) {
    const total = miles.reduce((sum, value) => sum + value, 0);
    return {
      toolCalls: [planOf(WALK, { done: 2, active: 1 }), milesToKm(Number(total.toFixed(2)))],
    };
  }
  if (doneIn(plan) < 3) return { toolCalls: [planOf(WALK, { done: 3, active: 0 })] };
  const km = distances.map(({ content }) => content);
  return {
    text: `The legs are ${km.slice(0, -1).join(', ')} km long, ${km.at(-1)} km together. How many breaks would you like?`,
  };
}

const BREAKS = ['Place the breaks', 'Write the packing note', 'Check its length'];

const NOTES = [
  'Please remember to pack enough water, a warm rain jacket, and some money for the bread.',
  'Water, rain jacket, money for bread.',
];

function placeBreaks(request: RecordedRequest, results: readonly ToolResult[]): ScriptedReply {
  const plan = latest(results, 'todo_write');
  const counts = results.filter(({ name }) => name === 'count_words');
  if (plan === undefined) {
    return { text: 'A new plan for this.', toolCalls: [planOf(BREAKS, { done: 0, active: 1 })] };
  }
  if (doneIn(plan) === 0) return { toolCalls: [planOf(BREAKS, { done: 1, active: 1 })] };
  const draft = { name: 'count_words', arguments: { text: NOTES[counts.length] ?? '' } };
  if (counts.length === 0) {
    return { toolCalls: [planOf(BREAKS, { done: 2, active: 1 }), draft] };
  }
  const words = Number(counts.at(-1)?.content);
  const limit = Number(/at most (\d+) words/.exec(lastQuestion(request))?.[1] ?? Infinity);
  if (words > limit && counts.length < NOTES.length) {
    return { text: `The note has ${words} words, too many. I shorten it.`, toolCalls: [draft] };
  }
  if (doneIn(plan) < BREAKS.length) {
    return { toolCalls: [planOf(BREAKS, { done: BREAKS.length, active: 0 })] };
  }
  // What the first turn found out stands in the history.
  const total = Number(latest(toolResults(request), 'convert_units')?.content);
  const [first, second] = [total / 3, (total * 2) / 3].map((km) => km.toFixed(1));
  return {
    text: `Rest after ${first} km and after ${second} km. To pack: ${NOTES[counts.length - 1]}`,
  };
}

/** A todo_write call: so many tasks are done, so many of the next ones are being worked on. */
function planOf(
  tasks: readonly string[],
  { done, active }: { readonly done: number; readonly active: number },
): ScriptedCall {
  const todos = tasks.map((content, i) => {
    if (i < done) return { content, status: 'completed' };
    return { content, status: i < done + active ? 'in_progress' : 'pending' };
  });
  return { name: 'todo_write', arguments: { todos } };
}

function milesToKm(value: number): ScriptedCall {
  return { name: 'convert_units', arguments: { value, from: 'mi', to: 'km' } };
}

function latest(results: readonly ToolResult[], name: string): ToolResult | undefined {
  return results.findLast((result) => result.name === name);
}

/** How many tasks are done, as the tool itself told the model. */
function doneIn({ content }: ToolResult): number {
  return Number(/(\d+) completed/.exec(content)?.[1] ?? 0);
}

function lastQuestion({ body }: RecordedRequest): string {
  const content = body.messages.findLast(({ role }) => role === 'user')?.content;
  return typeof content === 'string' ? content : '';
}
