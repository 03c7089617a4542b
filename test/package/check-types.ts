import { join } from 'node:path';
import ts from 'typescript';
import { root } from './project.ts';

/**
 * Type-checks texts as if each were a file of the package, by the project's own strict options.
 *
 * @returns what the compiler says, a line for each fault, beginning with the name of the text.
 */
export function checkTypes(texts: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile) as {
    config: unknown; // typed `any` by the compiler
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const inMemory = new Map(Array.from(texts, ([name, text]) => [join(root, name), text]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => inMemory.has(path) || fileExists(path);
  host.readFile = (path) => inMemory.get(path) ?? readFile(path);
  host.getSourceFile = (path, languageVersion) => {
    const text = host.readFile(path);
    return text === undefined ? undefined : ts.createSourceFile(path, text, languageVersion);
  };
  const program = ts.createProgram({
    rootNames: [...inMemory.keys()],
    options: {
      ...options,
      allowJs: true,
      checkJs: true,
      jsx: ts.JsxEmit.ReactJSX,
      // A snippet may show what comes out without going on to use it.
      noUnusedLocals: false,
      noUnusedParameters: false,
    },
    host,
  });
  // Of the texts alone: what they import is checked with the project.
  const found = [...inMemory.keys()].flatMap((path) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(path)),
  );
  return ts.sortAndDeduplicateDiagnostics(found).map(({ file, start = 0, messageText }) => {
    const name = file?.fileName.slice(root.length) ?? 'tsconfig.json';
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${name}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
