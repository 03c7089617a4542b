import { resolve } from 'node:path';
import { methods, type AgentContext, type ClientCapabilities } from '@agentclientprotocol/sdk';
import { tool, type ToolSet } from 'ai';
import { z } from 'zod';

/** The tools that an editor lends to the model: as much as it says that it can. */
export function editorTools(
  client: AgentContext,
  { sessionId, cwd }: { readonly sessionId: string; readonly cwd: string },
  capabilities: ClientCapabilities | undefined,
): ToolSet {
  if (!capabilities?.fs?.readTextFile) return {};
  const read = async (path: string): Promise<string> => {
    const file = await client.request(methods.client.fs.readTextFile, {
      sessionId,
      path: resolve(cwd, path),
    });
    return file.content;
  };
  return {
    read_text_file: tool({
      description: 'Read a text file of the project, as it stands in the editor.',
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => read(path),
    }),
  };
}
