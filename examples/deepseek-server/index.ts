export { startDeepSeekServer, type DeepSeekServer, type DeepSeekServerOptions } from './server.ts';
export type { Script, ScriptedCall, ScriptedReply } from './script.ts';
export { currentTurn, toolResults, turnNumber, type ToolResult } from './conversation.ts';
export type * from './wire.ts';
