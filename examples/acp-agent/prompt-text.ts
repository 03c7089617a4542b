import type { ContentBlock } from '@agentclientprotocol/sdk';

/** What the model reads of a prompt: its text, and where the files are that were mentioned. */
export function promptText(blocks: readonly ContentBlock[]): string {
  return blocks
    .map((block) => {
      switch (block.type) {
        case 'text':
          return block.text;
        case 'resource_link':
          return block.uri;
        default:
          return ''; // this agent did not say that it takes pictures, sounds or whole files
      }
    })
    .filter((text) => text !== '')
    .join('\n');
}
