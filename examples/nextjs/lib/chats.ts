import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateUIMessages } from 'ai';
import type { TodoTurnContext } from 'ai-sdk-todo';
import { titleOf, type ChatMessage } from './chat-message.ts';
import { once } from './once.ts';
import { RequestError } from './reasons.ts';

// Messages in files, one for each chat: enough for an example. Take your database here.
const FOLDER = process.env['CHAT_DIR'] ?? '.ai-sdk-todo/chats';

/** This process of the server. */
const PROCESS = once('process', () => crypto.randomUUID());

export interface Chat {
  readonly messages: readonly ChatMessage[];
  /** The turn that was started last. */
  readonly turn?: TodoTurnContext;
  /** The process that works on that turn, or did. */
  readonly process?: string;
}

export interface ChatEntry {
  readonly id: string;
  readonly title: string;
  /** When it was written to last, in Unix milliseconds. */
  readonly usedAt: number;
}

/** Ids come from urls and become names of files. */
export function isChatId(id: unknown): id is string {
  return typeof id === 'string' && /^[a-z0-9-]{1,64}$/.test(id);
}

/** A chat without messages where there is none. Throws for a file that is not, or no longer, one of a chat. */
export async function loadChat(id: string): Promise<Chat> {
  if (!isChatId(id)) throw new RequestError(400, 'This is not the id of a chat.');
  try {
    const chat = JSON.parse(await readFile(fileOf(id), 'utf8')) as Chat; // its messages are looked at below
    return {
      ...chat,
      messages: await validateUIMessages<ChatMessage>({ messages: chat.messages }),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { messages: [] };
    throw new RequestError(500, 'This chat cannot be read.', { cause: error });
  }
}

/**
 * Saves a chat with its new question, before anything is answered. Returns the function that saves what the answer has
 * come to; it does nothing once another question has taken this one's place.
 */
export async function saveChat(
  id: string,
  { messages, turn }: Required<Pick<Chat, 'messages' | 'turn'>>,
): Promise<(answer: Pick<Chat, 'messages'>) => Promise<void>> {
  await writeChat(id, { messages, turn, process: PROCESS });
  return async (answer) => {
    const saved = await loadChat(id);
    if (saved.turn?.start === turn.start) {
      await writeChat(id, { ...saved, messages: answer.messages });
    }
  };
}

/** The last turn of a chat, if the process that worked on it is gone: nobody ends that turn any more. */
export function cutTurnOf({ turn, process }: Chat): TodoTurnContext | undefined {
  // One server at a time is meant here: of several, ask whether the other one still runs.
  return process === PROCESS ? undefined : turn;
}

/** All chats that can be read, the one that was used last first. */
export async function listChats(): Promise<readonly ChatEntry[]> {
  const names = await readdir(FOLDER).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
  const entries = await Promise.all(ids.filter(isChatId).map(entryOf));
  return entries.filter((entry) => entry !== undefined).toSorted((a, b) => b.usedAt - a.usedAt);
}

async function entryOf(id: string): Promise<ChatEntry | undefined> {
  try {
    const [{ mtimeMs }, chat] = await Promise.all([stat(fileOf(id)), loadChat(id)]);
    return { id, title: titleOf(chat.messages), usedAt: mtimeMs };
  } catch (error) {
    console.error(`the chat ${id} is left out of the list`, error); // one bad file must not take every page
    return undefined;
  }
}

/** As a whole or not at all, so that nobody reads half a chat. */
async function writeChat(id: string, chat: Chat): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const draft = `${fileOf(id)}.${crypto.randomUUID()}.tmp`;
  await writeFile(draft, JSON.stringify(chat));
  await rename(draft, fileOf(id));
}

function fileOf(id: string): string {
  return join(FOLDER, `${id}.json`);
}
