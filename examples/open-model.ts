import { createDeepSeek } from '@ai-sdk/deepseek';
import type { LanguageModel } from 'ai';
import { startDeepSeekServer, type DeepSeekServerOptions } from './deepseek-server/index.ts';

/** The alias under which DeepSeek serves its current fast model. */
const MODEL_ID = 'deepseek-flash';

export interface OpenedModel {
  readonly model: LanguageModel;
  /** Which model this is, in one line for people. */
  readonly label: string;
}

/**
 * Opens the model that an example talks to: the real DeepSeek API where `DEEPSEEK_API_KEY` is set, else a loopback
 * server on this machine that plays the model from a script. The provider and its wire format are the same in both.
 */
export async function openModel(loopback: DeepSeekServerOptions): Promise<OpenedModel> {
  const apiKey = process.env['DEEPSEEK_API_KEY'];
  if (apiKey) {
    // For proxies, and for servers that speak the same format.
    const baseURL = process.env['DEEPSEEK_BASE_URL'];
    const model = createDeepSeek({ apiKey, ...(baseURL ? { baseURL } : {}) })(MODEL_ID);
    return { model, label: `${MODEL_ID}, over ${baseURL || 'the real DeepSeek API'}` };
  }
  const { url } = await startDeepSeekServer({ ...loopback, unref: true });
  return {
    model: createDeepSeek({ apiKey: 'loopback', baseURL: url })(MODEL_ID),
    label: 'scripted, on a loopback server (set DEEPSEEK_API_KEY to use the real API)',
  };
}
