import { posix } from 'node:path';
import ts from 'typescript';
import { readText } from './project.ts';

/** One import of a file: a statement, a re-export or an `import()`. */
export interface FoundImport {
  readonly specifier: string;
  /** Whether it is erased when the types are. */
  readonly typeOnly: boolean;
}

/** Every import of a `.ts`, `.tsx`, `.js` or `.d.ts` file of the package. */
export function importsOf(path: string): FoundImport[] {
  const found: FoundImport[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      found.push({ specifier: specifier.text, typeOnly });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, isErased(node.importClause));
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly || onlyTypes(node.exportClause));
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(path));
  return found;
}

/** The names under which a file exports something. */
export function exportsOf(path: string): string[] {
  return parse(path).statements.flatMap((node) => {
    if (ts.isExportAssignment(node)) return ['default'];
    if (ts.isExportDeclaration(node)) {
      const names = node.exportClause;
      if (names === undefined) return ['*'];
      return ts.isNamedExports(names)
        ? names.elements.map(({ name }) => name.text)
        : [names.name.text];
    }
    const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
    const kinds = new Set(modifiers.map(({ kind }) => kind));
    if (kinds.has(ts.SyntaxKind.DefaultKeyword)) return ['default'];
    return kinds.has(ts.SyntaxKind.ExportKeyword) ? namesOf(node) : [];
  });
}

/** The names of the interfaces and types that a file declares. */
export function typesIn(path: string): string[] {
  return parse(path)
    .statements.filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    .map(({ name }) => name.text);
}

function namesOf(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map(({ name }) => name.getText());
  }
  const named = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
  return named && node.name !== undefined ? [node.name.text] : [];
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readText(path), ts.ScriptTarget.ESNext, true);
}

function isErased(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false; // imported for what it does
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  return clause.name === undefined && onlyTypes(clause.namedBindings);
}

/** Under `verbatimModuleSyntax` `import { type A }` keeps the import, but it brings nothing from there. */
function onlyTypes(names: ts.NamedImportBindings | ts.NamedExportBindings | undefined): boolean {
  if (names === undefined || !(ts.isNamedImports(names) || ts.isNamedExports(names))) return false;
  return names.elements.length > 0 && names.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** A built file and all that it imports: the files, and the names of everything that is not a file of ours. */
export function closureOf(...starts: readonly string[]) {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string) => {
    if (files.has(path)) return;
    files.add(path);
    for (const { specifier } of importsOf(path)) {
      const isFile = specifier.startsWith('.');
      const target = posix.join(posix.dirname(path), specifier);
      if (isFile) visit(path.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target);
      else packages.add(specifier);
    }
  };
  for (const path of starts) visit(path);
  return { files: [...files], packages: [...packages].toSorted() };
}
