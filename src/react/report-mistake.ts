/** Tells the developer of a mistake that is not worth a page to its users. */
export function reportMistake(error: unknown): void {
  console.error('ai-sdk-todo:', error);
}
