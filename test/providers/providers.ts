import { createAnthropic } from '@ai-sdk/anthropic';
import { createDeepSeek } from '@ai-sdk/deepseek';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { JSONValue, LanguageModel } from 'ai';
import { anthropicMessages } from './dialects/anthropic.ts';
import { chatCompletions } from './dialects/chat-completions.ts';
import type { Dialect } from './dialects/dialect.ts';
import { generateContent } from './dialects/google.ts';
import { responses } from './dialects/responses.ts';

/** The two ways to ask a model. */
export type Way = 'generateText' | 'streamText';
export const ways: readonly Way[] = ['generateText', 'streamText'];

/** A provider package, and what its API has that others have not. */
export interface Provider {
  readonly name: string;
  readonly dialect: Dialect;
  /** A model that sends its requests to this address. */
  model(url: string): LanguageModel;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, JSONValue>>>>;
  /** The schema language has a word for closed objects. Default true. */
  readonly closes?: boolean;
  /** What the reasoning of an answer comes back as: its own text, the id of its item, or not at all. Default `text`. */
  readonly reasoning?: 'text' | 'id' | 'never';
  /**
   * The ways of asking in which a call's arguments arrive as text, so that they can be no JSON or no object. Default
   * both; elsewhere they are objects on the wire already.
   */
  readonly textArguments?: readonly Way[];
}

const apiKey = 'loopback';

export const providers: readonly Provider[] = [
  {
    name: 'DeepSeek',
    dialect: chatCompletions,
    // The package takes strict tools only where the address says that it is the beta API.
    model: (url) => createDeepSeek({ apiKey, baseURL: `${url}/beta` })('deepseek-flash'),
  },
  {
    name: 'OpenAI responses',
    dialect: responses,
    model: (url) => createOpenAI({ apiKey, baseURL: url }).responses('gpt-5'),
    reasoning: 'id',
  },
  {
    name: 'OpenAI responses, nothing stored',
    dialect: responses,
    model: (url) => createOpenAI({ apiKey, baseURL: url }).responses('gpt-5'),
    providerOptions: { openai: { store: false } },
  },
  {
    name: 'OpenAI chat',
    dialect: chatCompletions,
    model: (url) => createOpenAI({ apiKey, baseURL: url }).chat('gpt-4.1'),
    // The API neither shows it nor wants it back.
    reasoning: 'never',
  },
  {
    name: 'OpenAI-compatible',
    dialect: chatCompletions,
    model: (url) => createOpenAICompatible({ name: 'own', apiKey, baseURL: url })('some-model'),
  },
  {
    name: 'Anthropic',
    dialect: anthropicMessages,
    model: (url) => createAnthropic({ apiKey, baseURL: url })('claude-sonnet-4-5'),
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 2048 } } },
    textArguments: ['streamText'],
  },
  {
    name: 'Google',
    dialect: generateContent,
    model: (url) => createGoogleGenerativeAI({ apiKey, baseURL: url })('gemini-3-pro-preview'),
    // Its schema language is OpenAPI 3.0's: the package leaves `additionalProperties` out.
    closes: false,
    textArguments: [],
  },
];
